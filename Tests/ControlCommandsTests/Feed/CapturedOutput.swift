@testable import ControlCommands

/// Output of the real tools (Debian 12), shortened.
enum CapturedOutput {
  /// `pv -n -i 0.1 -L 80M big`, 1.6.20.
  static let pv = "20\n41\n62\n83\n100\n"

  /// `curl --limit-rate 20M URL`, 7.88.
  static let curlTable = """
    % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                     Dload  Upload   Total   Spent    Left  Speed
    \r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\
    \r 38 38.1M   38 14.6M    0     0  19.9M      0  0:00:01 --:--:--  0:00:01 19.9M\
    \r 86 38.1M   86 32.9M    0     0  19.9M      0  0:00:01  0:00:01 --:--:-- 19.9M\
    \r100 38.1M  100 38.1M    0     0  23.1M      0  0:00:01  0:00:01 --:--:-- 23.1M

    """

  /// A table without a Content-Length.
  static let curlTableOfUnknownLength = """
    \r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\
    \r100  244k    0  244k    0     0   605k      0 --:--:-- --:--:-- --:--:--  604k\
    \r100  732k    0  732k    0     0   520k      0 --:--:--  0:00:01 --:--:--  520k

    """

  /// `curl -#`.
  static let curlBar =
    "\r#######                                                                    9.8%"
    + "\r###########                                                               15.9%"
    + "\r############################################                              62.4%"
    + "\r######################################################################## 100.0%\n"

  /// `curl -#` without a Content-Length.
  static let curlShip =
    "#=#=#                                                                         "
    + "\r##-=#=-#                                                                      "
    + "\r  # #-=O#-  #                                                                 "

  /// `rsync -a --info=progress2 src/ dst/`, 3.2.7.
  static let rsync =
    "\r         32,768   0%    0.00kB/s    0:00:00  "
    + "\r      3,000,000  33%  176.86MB/s    0:00:00 (xfr#1, to-chk=2/4)"
    + "\r      6,000,000  66%  153.81MB/s    0:00:00 (xfr#2, to-chk=1/4)"
    + "\r      9,000,000 100%  144.95MB/s    0:00:00 (xfr#3, to-chk=0/4)\n"

  /// `apt-get install -o APT::Status-Fd=3 hello`, 2.6.
  static let apt = """
    dlstatus:1:0.0000:Retrieving file 1 of 1
    dlstatus:1:18.5200:Retrieving file 1 of 1
    dlstatus:1:100.0000:Retrieving file 1 of 1
    pmstatus:dpkg-exec:0.0000:Running dpkg
    pmstatus:hello:20.0000:Unpacking hello (amd64)
    pmstatus:dpkg-exec:40.0000:Running dpkg
    pmstatus:hello:60.0000:Configuring hello (amd64)
    pmstatus:hello:80.0000:Installed hello (amd64)

    """

  /// Feeds a whole output through the splitter and a parser.
  static func updates(
    of output: String, format: FeedFormat = .auto, weights: PhaseWeights = PhaseWeights()
  ) -> (updates: [FeedUpdate], parser: FeedParser) {
    var splitter = LineSplitter()
    var parser = FeedParser(format: format, weights: weights)
    var lines = splitter.append(Array(output.utf8))
    if let last = splitter.finish() { lines.append(last) }
    let updates = lines.compactMap { parser.parse($0) }
    return (updates, parser)
  }

  static func fractions(_ updates: [FeedUpdate]) -> [Double] {
    updates.compactMap {
      if case .fraction(let value) = $0.progress { value } else { nil }
    }
  }
}
