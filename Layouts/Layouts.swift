/// The keyboards, metrics profiles and devices that ship with Keyward, as bytes of YAML.
public enum ShippedFiles {}
