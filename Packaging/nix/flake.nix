# Untested on NixOS: parsed with nix-instantiate. nixpkgs has no Swift 6.3, so this takes the release archive;
# its programs that ask need no library, the tools and the library are given that of nixpkgs.
{
  description = "Secure keyboard for the terminal, pinentry and askpass";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "0.3.0";
      # Of SHA256SUMS in the release, by `nix hash convert --hash-algo sha256`.
      hashes.x86_64-linux = nixpkgs.lib.fakeHash;
      package = system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          name = "keyward-${version}-${pkgs.stdenv.hostPlatform.uname.processor}-linux";
        in
        pkgs.stdenv.mkDerivation {
          pname = "keyward";
          inherit version;
          src = pkgs.fetchurl {
            url = "https://keyward.example/releases/${version}/${name}.tar.xz";
            hash = hashes.${system};
          };
          nativeBuildInputs = [ pkgs.autoPatchelfHook ];
          buildInputs = [ pkgs.stdenv.cc.cc.lib ];
          dontStrip = true;
          installPhase = ''
            mkdir -p $out
            cp -R bin include lib libexec share $out/
          '';
          meta = {
            homepage = "https://keyward.example";
            license = with pkgs.lib.licenses; [ mit asl20 cc-by-30 isc lgpl21Plus ];
            mainProgram = "keyward";
            platforms = builtins.attrNames hashes;
          };
        };
    in
    {
      packages = nixpkgs.lib.genAttrs (builtins.attrNames hashes) (system: {
        default = package system;
      });
    };
}
