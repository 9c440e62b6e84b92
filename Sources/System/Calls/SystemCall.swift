/// A request to the kernel, by the name in errors and for the faults that tests inject.
public enum SystemCall: Int32, Sendable, CaseIterable {
  case open = 1
  case close, read, write, seek, truncate, status, makeDirectory, changeMode, unlink, rename
  case createMemoryFile, seal
  case readClock, createTimer, setTimer
  case createSignalDescriptor, ignoreSignal, handleCrashes
  case createEpoll, changeEpoll, waitForEvents
  case createSocket, bind, listen, accept, connect, send, receive, readCredentials
  case setDescriptorFlags, lock
  case map, listDirectory
  case listenForDevices, watchModes, watchNames
  case readDisplay, takeMaster, createFramebuffer, setMode, showFrame, controlConsole
  case changeRoot, changeOwner, makePipe, synchronize, endProcess, execute
  case limitSending

  /// The failed action, as in "cannot open".
  public var verb: String {
    switch self {
    case .open: "open"
    case .close: "close"
    case .read: "read"
    case .write: "write"
    case .seek: "seek in"
    case .truncate: "set the size of"
    case .status: "look at"
    case .makeDirectory: "create the directory"
    case .makePipe: "create the FIFO"
    case .synchronize: "write to the disk"
    case .endProcess: "end the process"
    case .execute: "execute"
    case .changeMode: "change the mode of"
    case .changeOwner: "change the owner of"
    case .unlink: "remove"
    case .rename: "rename to"
    case .createMemoryFile: "create a memory file"
    case .seal: "seal a memory file"
    case .readClock: "read the clock"
    case .createTimer: "create a timer"
    case .setTimer: "set a timer"
    case .createSignalDescriptor: "receive signals"
    case .ignoreSignal: "ignore a signal"
    case .handleCrashes: "record crashes in"
    case .createEpoll: "create an epoll descriptor"
    case .changeEpoll: "change what epoll watches"
    case .waitForEvents: "wait for events"
    case .createSocket: "create a socket"
    case .bind: "bind a socket to"
    case .listen: "listen on"
    case .accept: "accept a connection on"
    case .connect: "connect to"
    case .send: "send to"
    case .receive: "receive from"
    case .readCredentials: "read the credentials of the peer of"
    case .setDescriptorFlags: "set the flags of"
    case .lock: "lock"
    case .map: "map into memory"
    case .listDirectory: "list"
    case .watchModes: "watch the modes of the entries of"
    case .watchNames: "watch the names of"
    case .listenForDevices: "receive events of added and removed devices"
    case .readDisplay: "read what is connected to"
    case .takeMaster: "become the master of"
    case .createFramebuffer: "create a framebuffer on"
    case .setMode: "set the mode of"
    case .showFrame: "show a frame on"
    case .controlConsole: "take over the console"
    case .changeRoot: "change the root to"
    case .limitSending: "limit the time to send to"
    }
  }
}
