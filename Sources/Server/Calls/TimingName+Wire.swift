public import Animation
public import Wire

/// On the wire a curve has the name that scenes give it, and its other names are taken, too.
extension TimingName: InterfaceEnumeration {}
