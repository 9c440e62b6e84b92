import Testing

@testable import ControlCommands

/// Whole runs of tools, shortened.
struct ToolOutputTests {
  private func values(_ output: String, format: FeedFormat = .auto) -> [Double] {
    let fractions = CapturedOutput.fractions(
      CapturedOutput.updates(of: output, format: format).updates)
    for (before, after) in zip(fractions, fractions.dropFirst()) { #expect(before <= after) }
    return fractions.map { ($0 * 1e4).rounded() / 1e4 }
  }

  @Test func `e2fsck's bar is read`() {
    let output = """
      e2fsck 1.47.0 (5-Feb-2023)
      Pass 1: Checking inodes, blocks, and sizes
      \u{1}a.img: |                    |  0.4%   \r\u{2}\u{1}                              \r\u{2}\
      Pass 5: Checking group summary information
      \u{1}a.img: |====================| 100.0%   \r\u{2}a.img: 11/640 files (0.0% non-contiguous), 120/2560 blocks
      """
    #expect(values(output) == [0.004, 1])
  }

  @Test func `e2fsck's numbers on a descriptor are read`() {
    var output = "e2fsck 1.47.0 (5-Feb-2023)\nPass 1: Checking inodes, blocks, and sizes\n"
    for pass in 1...5 {
      for done in [0, 2, 4] { output += "\(pass) \(done) 4 a.img\n" }
    }
    output += "a.img: 11/640 files (0.0% non-contiguous), 120/2560 blocks\n"
    #expect(
      values(output) == [
        0, 0.35, 0.7, 0.7, 0.8, 0.9, 0.9, 0.91, 0.92, 0.92, 0.935, 0.95, 0.95, 0.975, 1,
      ])
    #expect(CapturedOutput.updates(of: output).parser.format == .count)
  }

  @Test func `mke2fs's counts over backspaces are read`() {
    func back(_ count: Int) -> String { String(repeating: "\u{8}", count: count) }
    let blank = String(repeating: " ", count: 7)
    let output = """
      Creating filesystem with 2560 4k blocks and 640 inodes
      Superblock backups stored on blocks:
      \t32768, 98304
      \t4096000

      Allocating group tables:   0/160\(back(7)) 40/160\(back(7))\(blank)\(back(7))done   \

      Writing inode tables:   0/160\(back(7))120/160\(back(7))\(blank)\(back(7))done   \

      """
    #expect(values(output) == [0, 0.25, 0.25, 0.75])
  }

  @Test func `mksquashfs's bar is read before its figures`() {
    let output = """
      Parallel mksquashfs: Using 2 processors
      Creating 4.0 filesystem on a.img, block size 131072.
      \r[==========/                    ] 12/30  40%\r[==============================|] 30/30 100%

      Filesystem size 100.30 Kbytes (0.10 Mbytes)
      \t0.34% of uncompressed filesystem size (29312.22 Kbytes)
      Directory table size 1417 bytes (1.38 Kbytes)
      \t40.28% of uncompressed directory table size (3518 bytes)
      Number of files 30
      \tuser (0)
      """
    #expect(values(output) == [0.4, 1])
  }

  @Test func `pip's bar in colours is read`() {
    let bar = "\u{1B}[2K     \u{1B}[91m━━━━\u{1B}[0m\u{1B}[90m╺━━━\u{1B}[0m \u{1B}[32m"
    let output =
      "Collecting numpy\r\n  Downloading numpy-2.4.6-cp311-x86_64.whl (16.9 MB)\r\n\u{1B}[?25l"
      + ["0.0", "4.4", "16.9"].map {
        "\(bar)\($0)/16.9 MB\u{1B}[0m \u{1B}[31m66.0 MB/s\u{1B}[0m eta \u{1B}[36m0:00:01\u{1B}[0m\r"
      }.joined() + "\n\u{1B}[?25hSaved ./numpy-2.4.6-cp311-x86_64.whl\r\n"
    #expect(values(output) == [0, 0.2604, 1])
  }

  @Test func `restic's objects are read`() {
    let output = """
      {"message_type":"status","percent_done":0,"total_files":1,"total_bytes":6291}
      {"message_type":"status","percent_done":0.0629,"total_files":301,"files_done":2,"current_files":["/a","/b"]}
      {"message_type":"status","seconds_elapsed":1,"percent_done":0.8999,"total_files":301}
      {"message_type":"summary","files_new":301,"total_files_processed":301,"total_duration":1.325}
      """
    #expect(values(output) == [0, 0.0629, 0.8999])
    #expect(CapturedOutput.updates(of: output).parser.format == .json)
  }

  @Test(arguments: [("bytes_total", "steps_total"), ("bytesTotal", "stepsTotal")])
  func `bootc's objects are read`(bytesTotal: String, stepsTotal: String) {
    let pulling = #""type":"ProgressBytes","task":"pulling","id":"quay.io/x","steps_cached":2"#
    let output = """
      {"type":"Start","version":"0.1.0"}
      {\(pulling),"bytes":0,"\(bytesTotal)":4000,"steps":0,"\(stepsTotal)":8,"subtasks":[]}
      {\(pulling),"bytes":1000,"\(bytesTotal)":4000,"steps":4,"\(stepsTotal)":8,"subtasks":[]}
      {\(pulling),"bytes":1000,"\(bytesTotal)":0,"steps":6,"\(stepsTotal)":8,"subtasks":[]}
      """
    #expect(values(output) == [0, 0.25, 0.75])
    #expect(CapturedOutput.updates(of: output).parser.format == .json)
  }

  @Test(arguments: [
    (#"{"progress": 0.25}"#, 0.25), (#"{"progress": 42}"#, 0.42), (#"{"percent": "42.5%"}"#, 0.425),
    (#"{"current": 3, "total": 12}"#, 0.25),
    (#"{"id":"a","progressDetail":{"current":1,"total":4}}"#, 0.25),
    (#"{"status":"x","progress":"[=>   ] 1.0MB/4.0MB"}"#, 0.25),
  ])
  func `a line with a JSON object has its progress`(line: String, value: Double) {
    #expect(values(line) == [value])
  }

  @Test(arguments: [
    #"{"progress": -1}"#, #"{"progress": 101}"#, #"{"progress": "soon"}"#, #"{"total": 3}"#,
    #"{"current": 4, "total": 3}"#, #"{"current": 0, "total": 0}"#, #"{"progress": null}"#, "{",
    "[0.5]",
  ])
  func `a JSON object without a valid progress is ignored`(line: String) {
    #expect(values(line) == [])
  }

  @Test func `a share is a percentage from the first above 1 on`() {
    var parser = FeedParser(format: .json, allowsDecrease: true)
    let lines = [0, 2, 1, 100].map { "{\"progress\": \($0)}" }
    #expect(lines.compactMap { parser.parse($0) } == [0, 2, 1, 100].map { .percent($0) })
  }

  @Test func `ffmpeg's progress is indeterminate until its end`() {
    let part = "frame=79\nfps=0.00\nbitrate=   0.3kbits/s\nout_time=00:00:01.160078\nspeed=2.26x\n"
    let output = part + "progress=continue\n" + part + "progress=end\n"
    #expect(CapturedOutput.updates(of: output).updates == [.unknown, .percent(100)])
  }

  @Test(arguments: [
    "0 B O 0 B C 0 B D 0 N many  \rSaving files cache\r13.20 MB O 13.20 MB C 1 kB D 131 N many/f132\r",
    "I: Retrieving InRelease \nI: Valid Release signature (key id 0123456789ABCDEF)\nI: Validating apt 2.6.1\n",
    "processing: upgrade: cowsay\nstatus: cowsay: half-configured\nstatus: man-db: installed\n",
  ])
  func `the output of tools without a total is not understood`(output: String) {
    let (updates, parser) = CapturedOutput.updates(of: output)
    #expect(updates.isEmpty && !parser.hasUnderstood)
  }

  @Test func `curl 8.18's table ends at 1`() {
    let head = """
        % Total    % Received % Xferd  Average Speed  Time    Time    Time   Current
                                       Dload  Upload  Total   Spent   Left   Speed

      """
    let table = [
      "  0 100.0M   0      0   0      0  1.00M      0   01:40           01:40  1.00M",
      " 10 100.0M  10 10.00M   0      0  1.00M      0   01:40   00:10   01:30  1.00M",
      " 60 100.0M  60 60.00M   0      0  1.00M      0 17h 04m   01:00  4d 03h  1.00M",
      "100 100.0M 100 100.0M   0      0  1.00M      0   01:40   01:40          1.00M",
    ].map { "\r" + $0 }.joined()
    #expect(values(head + table + "\n") == [0, 0.1, 0.6, 1])
    #expect(values(head + table + "\n", format: .curl) == [0, 0.1, 0.6, 1])
  }

  @Test(arguments: [
    "100 244.0k   0 244.0k   0      0 605.0k      0           00:01          604.0k",
    "  0 244.0k   0 244.0k   0      0 605.0k      0                          604.0k",
  ])
  func `curl 8.18's table without a length is indeterminate`(line: String) {
    #expect(CapturedOutput.updates(of: line).updates == [.unknown])
  }

  @Test func `rsync's numbers are those of any locale`() {
    let output =
      "\r      1 160 000  98%   10,50MB/s    0:00:12 (xfr#3, to-chk=2/9)"
      + "\r      1\u{202F}260\u{202F}000 100%   10,50MB/s    0:00:12 (xfr#4, to-chk=0/9)\n"
    for format in [FeedFormat.auto, .rsync] {
      #expect(values(output, format: format) == [0.98, 1])
    }
    #expect(CapturedOutput.updates(of: output).parser.format == .rsync)
  }

  @Test func `meters in a row are parts of one job`() {
    let output = "First: 100% (5/5), done.\nSecond:  40% (2/5)\rSecond: 100% (5/5)\n"
    #expect(values(output) == [1, 1, 1])
    var asked = FeedParser(format: .auto, allowsDecrease: true)
    #expect(asked.parse("60%") == .percent(60))
    #expect(asked.parse("20%") == .percent(20))
  }

  @Test func `a number alone may correct itself, and begins anew near its start`() {
    func fractions(_ output: String) -> [Double] {
      CapturedOutput.fractions(CapturedOutput.updates(of: output).updates)
    }
    #expect(fractions("99\n77\n80\n") == [0.99, 0.77, 0.8])
    #expect(fractions("90\n1\n30\n") == [0.9, 0.9, 0.9])
    #expect(fractions("90%\n77%\n") == [0.9, 0.9])
  }

  @Test func `a text is cut by bytes between characters`() {
    let family = "👨‍👩‍👧‍👦"
    let (updates, _) = CapturedOutput.updates(
      of: "pmstatus:x:10:" + String(repeating: family, count: 300))
    let text = updates.first?.text ?? ""
    #expect(updates.first?.progress == .fraction(0.1))
    #expect(text.cut(toBytes: 60) == family + family)
    #expect(text.cut(toBytes: FeedOutlet.textLimit).utf8.count == 1000)
    #expect("abc".cut(toBytes: 3) == "abc" && "abc".cut(toBytes: 2) == "ab")
    // The whole character does not fit, but one of its parts does.
    #expect(family.cut(toBytes: 6) == "👨")
    #expect(family.cut(toBytes: 3) == "")
  }

  @Test func `rsync's meters of single files count the remaining files`() {
    var output = ""
    for file in 1...6 {
      output += "f\(file)\n"
      if file > 1 { output += "        524,288  50%   99.80MB/s    0:00:01  \r" }
      output += "      1,048,576 100%   99.80MB/s    0:00:00 (xfr#\(file), to-chk=\(6 - file)/6)\n"
    }
    let values = values(output)
    let sixths = (1...11).map { ((Double($0) + 1) / 12 * 1e4).rounded() / 1e4 }
    #expect(values == sixths)
    // Of a whole transfer the percentage counts, also when the bytes that are left are few.
    let whole = """
             32,768   3%    1.00MB/s    0:00:01 (xfr#1, to-chk=8/9)
          1,048,576 100%    1.00MB/s    0:00:01 (xfr#2, to-chk=7/9)
      """
    #expect(self.values(whole) == [0.03, 1])
    // One large file, and empty ones.
    let large = """
      sending incremental file list
          1,048,576  60%    1.00MB/s    0:00:01
          1,048,576 100%    1.00MB/s    0:00:01 (xfr#1, to-chk=2/4)
          1,048,576 100%    1.00MB/s    0:00:01 (xfr#2, to-chk=1/4)
      """
    #expect(self.values(large) == [0.6, 0.6, 1])
  }

  @Test(arguments: [
    ("[1/80] x\n[40/80] Building (50%)", [0.0125, 0.5]),
    ("[1/80] x\n[40/80] foo 50%", [0.0125, 0.5]),
    ("[1/80] x\n[40/80] [50%] foo", [0.0125, 0.5]),
  ])
  func `a percentage that agrees with the count is taken for a meter`(
    output: String, expected: [Double]
  ) {
    #expect(values(output) == expected)
  }
}
