// Names of UIKit that do not compile: Scripts/typecheck checks that the compiler names ours.
import ConstraintLayout
import KeywardUIKitNames

func names(_ view: UIView, _ guide: UILayoutGuide, _ constraint: NSLayoutConstraint) {
  view.addConstraint(constraint)  // expected-error {{Use LayoutEngine.activate(_:)}}
  view.addConstraints([constraint])  // expected-error {{Use LayoutEngine.activate(_:)}}
  view.removeConstraint(constraint)  // expected-error {{Use LayoutEngine.deactivate(_:)}}
  view.autoresizingMask = []  // expected-error {{Use setFrame(_:autoresizing:superviewSize:)}}
  _ = view.intrinsicContentSize  // expected-error {{renamed to 'intrinsicSize'}}
  view.invalidateIntrinsicContentSize()  // expected-error {{invalidateIntrinsicSize()}}
  _ = view.alignmentRectInsets  // expected-error {{renamed to 'alignmentInsets'}}
  _ = view.hasAmbiguousLayout  // expected-error {{Use LayoutEngine.hasAmbiguousLayout(_:)}}
  view.exerciseAmbiguityInLayout()  // expected-error {{Use LayoutEngine.exerciseAmbiguity(of:)}}
  view.layoutIfNeeded()  // expected-error {{Use LayoutEngine.layout()}}
  _ = view.constraintsAffectingLayout(for: .vertical)  // expected-error {{constraintsAffecting}}
  view.addSubview(view)  // expected-error {{Use LayoutEngine.makeItem(_:in:)}}
  view.removeFromSuperview()  // expected-error {{Use LayoutEngine.removeItem(_:)}}
  _ = guide.layoutFrame  // expected-error {{Use LayoutEngine.frame(of:)}}
  _ = constraint.firstItem  // expected-error {{renamed to 'first'}}
  _ = constraint.secondItem  // expected-error {{renamed to 'second'}}
  let sides: [AutoresizingMask] = [
    .flexibleLeftMargin,  // expected-error {{renamed to 'flexibleLeft'}}
    .flexibleRightMargin,  // expected-error {{renamed to 'flexibleRight'}}
    .flexibleTopMargin,  // expected-error {{renamed to 'flexibleTop'}}
    .flexibleBottomMargin,  // expected-error {{renamed to 'flexibleBottom'}}
  ]
  _ = (view.autoresizingMask, sides)
}
