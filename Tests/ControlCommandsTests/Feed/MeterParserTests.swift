import Testing

@testable import ControlCommands

/// Meters by their shape, a line at a time.
struct MeterParserTests {
  private func fraction(_ line: String, _ kinds: MeterParser.Kinds = .all) -> Double? {
    var parser = MeterParser(kinds)
    guard case .fraction(let value)? = parser.parse(MeterLine(line))?.update.progress else {
      return nil
    }
    return (value * 1e6).rounded() / 1e6
  }

  @Test(arguments: [
    ("42%", 0.42), ("42", 0.42), ("42.5", 0.425), ("[ 42%] Building CXX object", 0.42),
    ("done: 7.5 %", 0.075), ("10% 20% 30%", 0.3), ("0%...10%...20%", 0.2),
    ("12% 1.2MB/s http://example.org/a%20b.iso", 0.12), (" 42,50% done, estimate finish", 0.425),
    ("  0,27% done, estimate finish", 0.0027), ("Fetching … 17 %", 0.17),
    ("42\u{A0}%", 0.42), ("42,5\u{202F}%", 0.425), ("４２％", 0.42), ("٤٢٪", 0.42),
    ("٤٢٫٥٪", 0.425), ("۴۲", 0.42), ("४२%", 0.42), ("\u{200F}٪\u{200F} 42%", 0.42),
    ("fs.img: |======      |  42.0%", 0.42), ("[=====>    ] 42% ETA 0:00:16", 0.42),
    ("1.2GiB 0:00:12 [ 105MiB/s] [=====>     ] 42% ETA 0:00:16", 0.42),
    (" 1234K .......... .......... 42% 1.23M 10s", 0.42),
    ("Receiving objects:  42% (420/1000), 1.2 MiB | 1.0 MiB/s", 0.42),
    ("12% [1 vim 1,234 B/5,678 kB 21%]", 0.12), ("[READ: 42%]", 0.42),
    ("123/4556 ( 2.7%) @4.0x, remaining 1:23 RBU 100.0% UBU 50.0%", 0.027),
    ("[download]  42.0% of 10.00MiB at 1.00MiB/s ETA 00:05", 0.42),
    ("42% Copying image to rootfs.0", 0.42), ("progress=42", 0.42), ("Percentage: 42", 0.42),
    ("\u{1B}[32m42%\u{1B}[0m", 0.42), ("━━━━━╸━━━━ 42%", 0.42), ("101%", 1),
    ("(42% done)", 0.42), ("Testing: 12.50% done, 0:01 elapsed. (0/0/0 errors)", 0.125),
    ("    (50.51/100%)", 0.5051), ("%% 42.000000", 0.42), ("%42", 0.42), ("% 42 tamam", 0.42),
    (" 42.00 percent completed", 0.42), ("(Reading database ... 42%", 0.42), ("42\u{FFFD}%", 0.42),
    ("% 42 %", 0.42), ("% 9 % 42 %", 0.42), ("42%\u{301}", 0.42), ("\u{9B}31m42%\u{9B}m", 0.42),
  ])
  func `a percentage is found by its place`(line: String, value: Double) {
    #expect(fraction(line) == value)
  }

  @Test(arguments: [
    ("12/160", 0.075), ("[3/9]", 0.333333), ("[12/160] Building CXX object a.o", 0.075),
    ("(3/9): vim-9.1.rpm  1.2 MB/s | 345 kB  00:01", 0.333333),
    ("    Building [====>      ] 12/160: serde, syn", 0.075),
    ("Allocating group tables:   12/160", 0.075),
    ("  Installing : vim-9.1-3.x86_64   3/9", 0.333333),
    ("    ━━━━━╸   4.4/16.9 MB 131.3 MB/s eta 0:00:01", 0.260355),
    ("a1b2: Downloading [===>    ]  12.3MB/49.2MB", 0.25), ("512 KiB / 2 MiB", 0.25),
    ("Track 01:   12 of  160 MB written (fifo 100%) [buf  99%]   4.1x.", 0.075),
    ("1,234,567/2,469,134", 0.5), ("1 160 000/2 320 000", 0.5),
    ("1\u{A0}160\u{A0}000 / 2\u{A0}320\u{A0}000", 0.5),
    ("1.160.000/2.320.000", 0.5), ("１２／１６０", 0.075), ("step 3 of 9", 0.333333),
    ("300/300 100%", 1), ("12 de 160 fichiers", 0.075), ("12 von 160", 0.075),
    ("shred: /dev/sdb: pass 1/3 (random)...123MiB/1.0GiB 12%", 0.04),
    ("[ =====    ] 2 of 4 50% (rootfs.ext4)", 0.375),
    ("[3/12] bash-0:5.2   50% |   2.3 MiB/s |   1.8 MiB |  00m01s", 0.208333),
  ])
  func `counts of the form n of m are a fraction`(line: String, value: Double) {
    #expect(fraction(line) == value)
  }

  @Test(arguments: [
    ("1 0 160 fs.img", 0), ("1 80 160 fs.img", 0.35), ("2 160 160 /dev/sda1", 0.9),
    ("5 320 320 fs.img", 1), ("3 1 2", 0.91),
  ])
  func `e2fsck's passes share a scale`(line: String, value: Double) {
    #expect(fraction(line) == value)
  }

  @Test(arguments: [
    "", "%", "abc", "-5", "-5%", "nan", "inf%", "1e3", "0x10", "1.2.3", "150", "1 160 000",
    "pkg (-28391% of 71 KB)", "−5%", "–5%", "v42%", "http://example.org/a%20b.iso", "a1%20b",
    "/12%20b", "%d of %s", "50%off", "1.2.3%", "x_42%",
    "\t0.34% of uncompressed filesystem size (29312.22 Kbytes)",
    "fs.img: 11/1310720 files (0.0% non-contiguous), 126322/5242880 blocks",
    "I: Validating base-files 12.4+deb12u15", "I: Retrieving apt 2.6.1",
    "13.20 MB O 13.20 MB C 100.00 kB D 131 N many/f132", "12/160/2", "2026/11/25",
    "11/25 10:00:01 up",
    "/dev/sda1/2", "0/0", "5/0", "9/3", "Pass 1: Checking inodes, blocks, and sizes",
    "123456789 bytes (123 MB, 118 MiB) copied, 1 s, 123 MB/s", "Number of files 300",
    "\t32768, 98304, 163840", "frame=79", "bitrate=  43.1kbits/s", "out_time=00:00:04.88",
    "a %20b", "see %42abc", "%d 42x", "3 percentages", "12 desks 160", "tar: Write checkpoint 1000",
    "speed 10.5MB/s", "1 160 0", "6 1 2 x",
  ])
  func `a line without a meter has no fraction`(line: String) {
    #expect(fraction(line) == nil)
  }

  @Test func `prose after a meter says nothing, and what looks like one still does`() {
    var parser = MeterParser()
    func parse(_ line: String) -> FeedUpdate? { parser.parse(MeterLine(line))?.update }
    #expect(parse("about 5% so far") == .percent(5))
    #expect(parse("[=====>    ] 42%") == .percent(42))
    #expect(parse("used 97% so far") == nil)
    #expect(parse("97% of it") == nil)
    #expect(parse("97") == nil)
    #expect(parse("[======>   ] 50%") == .percent(50))
  }

  @Test func `a bar without numbers is as long as it is drawn`() {
    var parser = MeterParser()
    func parse(_ line: String) -> FeedUpdate? { parser.parse(MeterLine(line))?.update }
    // An ornament, and one that goes to and fro.
    #expect(parse("[==========] Running 3 tests") == nil)
    #expect(parse("[   ***    ]") == nil)
    #expect(parse("Writing…  [          ]") == .percent(0))
    #expect(parse("Writing…  [***       ]") == .percent(30))
    #expect(parse("(######....) reify") == .percent(60))
    #expect(parse("Writing…  [**********]") == .percent(100))
    #expect(parse("[--------------------] 3 tests") == nil)
  }

  @Test func `1 of 1 is a step and no count`() {
    #expect(fraction("  Preparing        :         1/1") == nil)
    #expect(fraction("[1/1] Linking a") == 1)
    #expect(fraction("1/1") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `a line without an end takes time for its last part alone`() {
    let row = (0..<30_000).map { "\($0 % 100)% " }.joined()
    for _ in 0..<20 { #expect(fraction(row) == 0.99) }
    #expect(fraction(String(repeating: "text ", count: 100_000) + "42%") == 0.42)
    #expect(fraction(String(repeating: "\u{1B}[0m", count: 500) + "42%") == 0.42)
    #expect(fraction(String(repeating: "7", count: 100_000)) == nil)
  }

  @Test func `each kind of meter is read by itself`() {
    #expect(fraction("[===>  ] 3/9", .percentages) == nil)
    #expect(fraction("[3/9] 50%", .percentages) == 0.5)
    #expect(fraction("50%", .counts) == nil)
    #expect(fraction("[3/9] 50%", .counts) == 0.333333)
  }
}
