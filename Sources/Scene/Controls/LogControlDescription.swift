/// A control whose lines clients give, which log layers show.
public struct LogControlDescription {
  /// The log layers' indices in the order of the file.
  var drives: [Int] = []

  /// The most lines that are kept: those that a layer can show.
  public static var mostLines: Int { SceneLimits.logLines + 1 }
  /// The most bytes of a line; the rest of a longer one is left out.
  public static var lineBytes: Int { SceneLimits.logLineBytes }
  /// The most bytes of its last lines that are kept for another process.
  public static var recordedBytes: Int { 4096 }
}
