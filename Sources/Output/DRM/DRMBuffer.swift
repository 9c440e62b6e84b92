/// A buffer that the display scans out. The device that made it destroys it.
@safe struct DRMBuffer {
  var framebuffer: UInt32
  var handle: UInt32
  /// Bytes from one row to the next.
  var stride: Int
  var byteCount: Int
  /// Write-combined on most machines: slow to read.
  var memory: UnsafeMutableRawPointer

  init(
    framebuffer: UInt32, handle: UInt32, stride: Int, byteCount: Int,
    memory: UnsafeMutableRawPointer
  ) {
    self.framebuffer = framebuffer
    self.handle = handle
    self.stride = stride
    self.byteCount = byteCount
    unsafe self.memory = memory
  }
}
