/// The amounts with limits in the part of a scene that was read so far.
struct ReadCounts {
  var animations = 0
  var keyframes = 0
  var pathElements = 0
  /// Segments of progress layers.
  var segments = 0
  /// Particles of all emitters that live at a time, in one instance.
  var particles = 0.0
  /// Bytes of texts.
  var textBytes = 0
  /// Parts of texts with named strings, in all locales.
  var namedParts = 0
  /// Words in texts that were compared with the names of variables.
  var variableLooks = 0
  /// Bytes of all texts with variables in them.
  var filledBytes = 0
  /// Values of styles with variables of their own, in all of their uses.
  var filledValues = 0
  /// Characters that were looked for in fonts.
  var triedCharacters = 0
}
