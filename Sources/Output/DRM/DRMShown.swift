/// A framebuffer and the CRTC that shows it.
struct DRMShown: Equatable {
  let crtc: UInt32
  let framebuffer: UInt32
}
