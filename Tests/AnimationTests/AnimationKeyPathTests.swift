import Animation
import Geometry
import Testing

struct AnimationKeyPathTests {
  @Test func `names are read as Core Animation writes them`() {
    #expect(AnimationKeyPath("opacity") == AnimationKeyPath(.opacity))
    #expect(AnimationKeyPath("hidden") == AnimationKeyPath(.isHidden))
    #expect(AnimationKeyPath("position.x") == AnimationKeyPath(.position, .x))
    #expect(AnimationKeyPath("bounds.size.width") == AnimationKeyPath(.bounds, .sizeWidth))
    #expect(AnimationKeyPath("transform.rotation.z") == AnimationKeyPath(.transform, .rotation))
    #expect(AnimationKeyPath("transform.scale.x") == AnimationKeyPath(.transform, .scaleX))
    #expect(AnimationKeyPath("transform.rotation.y") == AnimationKeyPath(.transform, .rotationY))
    #expect(
      AnimationKeyPath("transform.translation.z") == AnimationKeyPath(.transform, .translationZ))
    #expect(AnimationKeyPath("transform.translation")?.kind == .size)
    #expect(AnimationKeyPath("strokeEnd")?.kind == .scalar)
  }

  @Test(arguments: ["", ".", "opacity.", "opacity.x", "position.z", "Opacity", "frame.size"])
  func `a key path without a known property or component is refused`(name: String) {
    #expect(AnimationKeyPath(name) == nil)
  }

  @Test func `every key path reads back from its name`() {
    var count = 0
    for property in AnimatableProperty.allCases {
      for component in AnimationKeyPath.Component.allCases {
        guard let keyPath = AnimationKeyPath(property, component) else { continue }
        #expect(AnimationKeyPath(keyPath.name) == keyPath)
        count += 1
      }
    }
    #expect(count > AnimatableProperty.allCases.count)
  }

  @Test func `a component replaces its part and keeps the rest`() {
    let rect = AnimatableValue.rect(Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(
      rect.replacing(.sizeWidth, with: .scalar(9))
        == .rect(Rect(x: 1, y: 2, width: 9, height: 4)))
    #expect(rect.component(.originY) == .scalar(2))
    #expect(rect.replacing(.x, with: .scalar(9)) == nil)
    #expect(rect.replacing(.whole, with: .scalar(9)) == nil)
  }

  @Test func `a transform's rotation changes without its scale and translation`() throws {
    let start = Transform3D.scale(x: 2, y: 3).followed(by: .rotation(0.4))
      .followed(by: .translation(x: 7, y: 8))
    let turned = try #require(
      AnimatableValue.transform(start).replacing(.rotation, with: .scalar(1)))
    for (component, expected) in [
      (AnimationKeyPath.Component.rotation, 1.0), (.scaleX, 2), (.scaleY, 3), (.translationX, 7),
      (.translationY, 8),
    ] {
      guard case .scalar(let number)? = turned.component(component) else {
        Issue.record("\(component) is missing")
        continue
      }
      #expect(abs(number - expected) < 1e-9, "\(component)")
    }
  }

  @Test func `key paths reach into the cells of emitters`() {
    let keyPath = AnimationKeyPath("emitterCells.fire.birthRate")
    #expect(keyPath == AnimationKeyPath(.cell(EmitterCellKey("fire", .birthRate))))
    #expect(keyPath?.kind == .scalar)
    #expect(AnimationKeyPath("emitterCells.fire.color")?.kind == .color)
    for property in EmitterCellProperty.allCases {
      let keyPath = AnimationKeyPath(.cell(EmitterCellKey("a b", property)))
      #expect(AnimationKeyPath(keyPath.name) == keyPath)
    }
    for name in ["fire", "fire.", "fire.depth", ".scale", "a.b.scale", "fire.scale.x"] {
      #expect(AnimationKeyPath("emitterCells." + name) == nil)
    }
    #expect(AnimationKeyPath("emitterCells")?.kind == nil)
  }

  @Test func `key paths reach into the parts of texts`() {
    let keyPath = AnimationKeyPath("parts.host.color")
    #expect(keyPath == AnimationKeyPath(.textColor("host")))
    #expect(keyPath?.kind == .color && keyPath?.property == .textParts)
    #expect(keyPath?.name == "parts.host.color")
    for name in ["host", "host.", "host.size", ".color", "a.b.color", "host.color.red"] {
      #expect(AnimationKeyPath("parts." + name) == nil)
    }
    #expect(AnimationKeyPath("parts")?.kind == nil)
  }
}
