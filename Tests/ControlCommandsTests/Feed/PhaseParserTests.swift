import Testing

@testable import ControlCommands

/// Tools that count each of several phases from 0 to 100.
struct PhaseParserTests {
  private func values(
    _ output: String, format: FeedFormat = .auto, weights: PhaseWeights = PhaseWeights()
  ) -> [Double] {
    let (updates, _) = CapturedOutput.updates(of: output, format: format, weights: weights)
    let fractions = CapturedOutput.fractions(updates)
    for (before, after) in zip(fractions, fractions.dropFirst()) { #expect(before <= after) }
    return fractions.map { ($0 * 1e4).rounded() / 1e4 }
  }

  private static let clone = """
    Cloning into 'linux'...
    remote: Enumerating objects: 1234, done.        \u{1B}[K
    remote: Counting objects:   1% (1/100)\u{1B}[K\rremote: Counting objects: 100% (100/100), done.\u{1B}[K
    remote: Compressing objects:  50% (40/80)\u{1B}[K\rremote: Compressing objects: 100% (80/80), done.\u{1B}[K
    Receiving objects:   3% (37/1234), 1.2 MiB | 1.0 MiB/s\rReceiving objects: 100% (1234/1234), 40.1 MiB | 1.0 MiB/s, done.
    remote: Total 1234 (delta 0), reused 12 (delta 0), pack-reused 1000
    Resolving deltas:  40% (4/10)\rResolving deltas: 100% (10/10), done.
    Updating files:  50% (50/100)\rUpdating files: 100% (100/100), done.

    """

  @Test(arguments: [FeedFormat.auto, .git])
  func `a clone by git is not full before it ends`(format: FeedFormat) {
    #expect(
      values(Self.clone, format: format) == [
        0.0002, 0.02, 0.06, 0.1, 0.121, 0.8, 0.86, 0.95, 0.975, 1,
      ])
    #expect(CapturedOutput.updates(of: Self.clone, format: format).parser.format == .git)
  }

  @Test func `a push by git has its own phases, and a checkout alone the whole scale`() {
    let push = """
      Enumerating objects: 5, done.
      Counting objects: 100% (5/5), done.
      Delta compression using up to 2 threads
      Compressing objects: 100% (3/3), done.
      Writing objects:  33% (1/3)\rWriting objects: 100% (3/3), 1.2 KiB | 1.2 MiB/s, done.
      Total 3 (delta 2), reused 0 (delta 0)
      remote: Resolving deltas: 100% (2/2), completed with 2 local objects.

      """
    #expect(values(push) == [0.02, 0.1, 0.331, 0.8, 0.95])
    #expect(values("Updating files:  40% (2/5)\rUpdating files: 100% (5/5), done.\n") == [0.4, 1])
  }

  private static let apt = """
    Reading package lists... 0%\rReading package lists... 100%\rReading package lists... Done
    Building dependency tree... 50%\rBuilding dependency tree... Done
    Need to get 2,345 kB of archives.
    0% [Working]\r40% [1 vim 938 kB/2,345 kB 40%]\r            \r100% [Working]              1,024 kB/s 0s
    Fetched 2,345 kB in 2s (1,172 kB/s)
    (Reading database ... 5%\r(Reading database ... 100%\r(Reading database ... 28123 files and directories currently installed.)
    \u{1B}7\u{1B}[24;0f\u{1B}[42m\u{1B}[30mProgress: [  0%]\u{1B}[49m\u{1B}[39m [..........] \u{1B}8Preparing to unpack .../vim.deb ...
    \u{1B}7\u{1B}[24;0f\u{1B}[42m\u{1B}[30mProgress: [ 20%]\u{1B}[49m\u{1B}[39m [##........] \u{1B}8Unpacking vim ...
    \u{1B}7\u{1B}[24;0f\u{1B}[42m\u{1B}[30mProgress: [100%]\u{1B}[49m\u{1B}[39m [##########] \u{1B}8

    """

  @Test(arguments: [FeedFormat.auto, .apt])
  func `apt's own meters fetch and install on one scale`(format: FeedFormat) throws {
    #expect(values(Self.apt, format: format) == [0, 0.2, 0.5, 0.5, 0.6, 1])
    let weights = try #require(PhaseWeights("1:3"))
    #expect(values(Self.apt, format: format, weights: weights) == [0, 0.1, 0.25, 0.25, 0.4, 1])
    #expect(CapturedOutput.updates(of: Self.apt, format: format).parser.format == .apt)
  }

  @Test func `dpkg's database is no progress of the work`() {
    #expect(values("(Reading database ... 100%\r(Reading database ... 12 files\n").isEmpty)
    #expect(values("Progress: [ 30%] [###.......]\n") == [0.3])
    // Another tool's percentage before a bracket is no download.
    #expect(values("42% [working]\n") == [0.42])
  }

  private static let dnf5 = """
    Updating and loading repositories:
     Fedora 41 - x86_64                     100% |   5.1 MiB/s |  35.4 MiB |  00m07s
    Repositories loaded.
    [1/2] vim-filesystem-2:9.1.866-1.fc41.n 100% | 140.2 KiB/s |  16.5 KiB |  00m00s
    [2/2] vim-enhanced-2:9.1.866-1.fc41.x86 100% |   4.4 MiB/s |   1.9 MiB |  00m00s
    --------------------------------------------------------------------------------
    [2/2] Total                             100% |   6.3 MiB/s |   9.8 MiB |  00m02s
    Running transaction
    [1/4] Verify package files              100% |  64.0   B/s |   4.0   B |  00m00s
    [2/4] Prepare transaction                50% |  40.0   B/s |   4.0   B |  00m00s
    [3/4] Installing vim-filesystem-2:9.1.8 100% |   2.3 MiB/s |   4.7 KiB |  00m00s
    >>> Running post-install scriptlet: vim-filesystem-2:9.1.866-1.fc41
    [4/4] Installing vim-enhanced-2:9.1.866 100% |   5.1 MiB/s |   4.1 MiB |  00m01s
    Complete!

    """

  private static let dnf4 = """
    Downloading Packages:
    (1/2): vim-filesystem-9.1.noarch.rpm             121 kB/s |  20 kB     00:00
    (2/2): vim-enhanced-9.1.x86_64.rpm               4.4 MB/s | 1.9 MB     00:00
    --------------------------------------------------------------------------------
    Total                                            1.9 MB/s | 1.9 MB     00:01
    Running transaction check
    Transaction check succeeded.
    Running transaction
      Preparing        :                                                        1/1
      Installing       : vim-filesystem-2:9.1.noarch                            1/2
      Installing       : vim-enhanced-2:9.1.x86_64                              2/2
      Running scriptlet: vim-enhanced-2:9.1.x86_64                              2/2
      Verifying        : vim-filesystem-2:9.1.noarch                            1/2
      Verifying        : vim-enhanced-2:9.1.x86_64                              2/2

    """

  @Test func `dnf fetches and installs on one scale`() throws {
    #expect(values(Self.dnf5) == [0.25, 0.5, 0.5, 0.625, 0.6875, 0.875, 1])
    #expect(values(Self.dnf4) == [0.25, 0.5, 0.75, 1])
    let weights = try #require(PhaseWeights("0:1"))
    #expect(values(Self.dnf4, weights: weights) == [0, 0, 0.5, 1])
  }

  @Test func `dnf's transaction alone has the whole scale`() {
    let transaction = Self.dnf4.split(separator: "\n").drop { $0 != "Running transaction" }
    #expect(values(transaction.joined(separator: "\n")) == [0.5, 1])
    // Another tool's line of this form is a count.
    #expect(values("  Installing : vim-9.1-3.x86_64   3/4\n") == [0.75])
  }

  @Test(arguments: ["Retrieving: vim (Main (OSS))", "Retrieving package vim"])
  func `zypper fetches and installs on one scale`(retrieval: String) {
    let output = """
      2 new packages to install.
      \(retrieval) (1/2), 126.4 KiB
      Retrieving: vim-data-9.1.noarch.rpm .................................[done (1.1 MiB/s)]
      \(retrieval) (2/2), 2.2 MiB (6.1 MiB unpacked)
      Retrieving: vim-9.1.x86_64.rpm ......................................[done (3.8 MiB/s)]
      Checking for file conflicts: ........................................[done]
      (1/2) Installing: vim-data-9.1.noarch ...............................[done]
      (2/2) Installing: vim-9.1.x86_64 ....................................
      (2/2) Installing: vim-9.1.x86_64 ....................................[done]
      Running post-transaction scripts ....................................[done]

      """
    #expect(values(output) == [0, 0.25, 0.25, 0.5, 0.75, 0.75, 1])
  }

  private static let pull = """
    Using default tag: latest
    latest: Pulling from library/debian
    4f4fb700ef54: Pulling fs layer
    0a1b2c3d4e5f: Pulling fs layer
    4f4fb700ef54: Waiting
    0a1b2c3d4e5f: Downloading [=====>               ]  1MB/4MB
    0a1b2c3d4e5f: Verifying Checksum
    0a1b2c3d4e5f: Download complete
    4f4fb700ef54: Downloading [==========>          ]  2MB/4MB
    0a1b2c3d4e5f: Extracting [==========>          ]  2MB/4MB
    0a1b2c3d4e5f: Pull complete
    4f4fb700ef54: Download complete
    4f4fb700ef54: Pull complete
    Digest: sha256:35286826a88dc879b4f438b645ba574a55a14187b483d09213a024dc0c0a64ed
    Status: Downloaded newer image for debian:latest

    """

  @Test(arguments: [FeedFormat.auto, .docker])
  func `the layers of an image are parts of one job`(format: FeedFormat) {
    #expect(
      values(Self.pull, format: format) == [
        0, 0, 0, 0.0875, 0.35, 0.35, 0.525, 0.6, 0.675, 0.85, 1,
      ])
    #expect(CapturedOutput.updates(of: Self.pull, format: format).parser.format == .docker)
  }

  @Test func `an image that is pushed, and words that are no layer`() {
    let push = """
      4f4fb700ef54: Preparing
      0a1b2c3d4e5f: Preparing
      0a1b2c3d4e5f: Layer already exists
      4f4fb700ef54: Pushing [=====>               ]  1MB/4MB
      4f4fb700ef54: Pushed

      """
    #expect(values(push) == [0, 0, 0.5, 0.625, 1])
    for line in ["0a1b2c3d4e5f: broken", "0a1b2c3d4e: Pushed", "0A1B2C3D4E5F: Pushed", "é: x"] {
      var parser = DockerMeterParser()
      #expect(parser.parse(MeterLine(line)) == nil, "\(line)")
    }
    // Endless output does not fill the memory.
    var parser = DockerMeterParser()
    for number in 0..<2_000 {
      let name = String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
      let update = parser.parse(MeterLine(name + ": Waiting"))
      #expect((update == nil) == (number >= 1_000))
    }
  }

  @Test func `bare numbers up to 1 are fractions once one has a decimal point`() {
    #expect(values("0.4\n") == [0.4])
    #expect(values("0\n0.25\n0.5\n1\n") == [0, 0.25, 0.5, 1])
    #expect(values("1\n2\n") == [0.01, 0.02])
    #expect(values("0.4\n", format: .percent) == [0.004])
    // The numbers before one above 1 were percentages.
    let output = CapturedOutput.updates(of: "0.5\n0.9\n1.4\n2.0\n0.4\n").updates
    #expect(CapturedOutput.fractions(output) == [0.5, 0.9, 1.4 / 100, 0.02, 0.02])
  }
}
