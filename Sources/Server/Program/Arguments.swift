/// The daemon's command line.
enum Arguments: Equatable {
  case run(Configuration)
  case printConfig(Settings)
  case help
  case version

  static let helpText = """
    Usage: firstlightd [SCENE] [OPTION]...
    Shows a scene and lets clients drive it over a Varlink socket.

    SCENE is the path of a scene file, or the name of a built-in or installed scene;
    without it the built-in scene 'boot' is shown.

      --socket PATH     listen here instead of /run/firstlight/socket, or of
                        $XDG_RUNTIME_DIR/firstlight/socket for a user other than root;
                        a socket passed by systemd (LISTEN_FDS) comes first
      --output OUTPUT   auto      the first display, or none while there is no display
                        drm       a display by DRM/KMS: drm:NODE takes that of a node such as
                                  /dev/dri/card1, drm:CONNECTOR that of a connector such as
                                  HDMI-A-1, drm:NODE:CONNECTOR that of both
                        fbdev     a framebuffer device, or fbdev:NODE, such as fbdev:/dev/fb0
                        png:DIR   writes each frame to DIR/frame-NNNNNN.png
                        y4m:FILE  writes the frames one after the other, for ffmpeg and other tools:
                                  YUV4MPEG2, 4:4:4, 8 bits, BT.601 in its limited range
                        raw:FILE  writes the frames' pixels one after the other, rows without
                                  gaps, in the format of --format; XRGB8888 is ffmpeg's bgr0
                        none      draws and shows nowhere
      --screen NAME=SCENE  the screen, named by its connector, such as HDMI-A-1, has a scene of its own,
                        which goes on in memory while the screen is not there; once for each screen
      --size WxH[@HZ]   the display's mode, where it has such a one (the mode that is lit,
                        or the preferred one); without a display, of the picture in memory (1280x720)
      --rotate DEGREES  turn the picture clockwise by 90, 180 or 270 (as the panel is built in)
      --scale N         pixels a point, 0.25 to 16 (from the display's physical size, or 1)
      --format FORMAT   XRGB8888, ARGB8888, XBGR8888, ABGR8888, RGB565, BGR565, RGB888,
                        BGR888, XRGB2101010 or XBGR2101010 (what the display likes best)
      --require-scene   end when the scene does not load, instead of showing the built-in one,
                        or when it lacks a picture, instead of showing it without
      --require-display end when there is no display, instead of waiting for one
      --plymouth        serve plymouth's boot protocol, for root: progress, messages, passwords
      --successor PATH  listen here for the daemon that goes on in the place of this one with what is
                        shown and with the display, as from an initial RAM file system to the
                        root: it takes both and this one ends
      --predecessor PATH  go on in the place of the daemon that listens there; started by a service
                        manager, of one at /run/firstlight/successor
      --mode MODE       the machine's job: boot-up, shutdown (or poweroff), reboot, kexec, halt, updates,
                        system-upgrade, firmware-upgrade or system-reset. The scene of its name is
                        shown, unless SCENE is given here or at a stronger place
      --psplash PATH    take the messages of psplash from the FIFO PATH, such as /run/psplash_fifo, which is
                        made where it is missing: PROGRESS n, MSG text, QUIT
      --times PATH      the times of former boots, as 'firstlight-agent learn' keeps them, for the progress
                        of a boot from its first second on
      --vt TERMINAL     the console to keep from writing on the screen: its number, none, or
                        active: the one on standard input, or else the one that is seen
      --keyboard PATH   a FIFO or a terminal that answers to questions are typed on, as UTF-8 and the
                        escape sequences of a terminal (the keys of the console)
      --keymap PATH     the meanings of keys where the kernel has no virtual terminals: rows of keys, as
                        in /etc/firstlight/keymap, the usual one (the layout that /etc/vconsole.conf
                        names: German, French, Spanish, or that of the United States)
      --retain-limit SECONDS  after 'quit --retain' the console's text comes back in so long,
                        1 to 255, where no other program draws (30)
      --clock CLOCK     vsync     time follows the output, 60 frames a second without one
                        step      time moves only when a client calls Step; each frame
                                  prints 'frame NUMBER TIME_US HASH' on standard output
      --input INPUT     auto      touch screens, tablets, mice and buttons, where the output is a display;
                                  without virtual terminals keyboards, too
                        PATH,…    devices such as /dev/input/event3, or FIFOs that carry the same
                                  records, with multi-touch positions from 0 to 65535
                        none      nothing can be touched
                        DEVICE=SCREEN  beside one of these: what a device does, by its name or
                                  path, happens on a screen; otherwise on the built-in
                                  panel, or on the first screen
      --threads N       threads that draw large parts of a frame, 1 to 16 (one for each
                        processor, up to 4)
      --reduced-motion  nothing travels, turns or swings but what the scene calls essential
      --screen-keyboard USE  the keyboard on the screen, for fields and questions: auto (where people can
                        point and there is no other), always or never
      --locale TAG      the language of the scenes that have it, such as de-AT (the scene's own)
      --set-variable NAME=VALUE  the value of a variable of all scenes that have it, such as the colour in
                        brand=#1E88E5, or logo=/etc/firstlight/logo.png; may be repeated
      --privileged-group NAME  the members of this group may do what the daemon's own user may
      --config PATH     read this configuration file, and PATH.d/*.conf, instead of the usual ones
                        (see below), or none
      --print-config    print each setting with the place that it comes from, and exit
      --verbose         log details, such as when the daemon is ready, to standard error
      --help            print this and exit
      --version         print the version and exit

    Each option but the last few, and the scene as 'scene', may also stand as 'key = value', or for an
    option without a value as 'key = yes', in /etc/firstlight/firstlight.conf; comments begin with a '#'.
    Settings are read in this order, and later ones win: /usr/lib/firstlight/firstlight.conf, that file,
    the files firstlight.conf.d/*.conf of both folders in the order of their names, where one in /etc hides
    that of the same name, the kernel parameters firstlight.KEY=VALUE, and this command line. A place that
    sets an option replaces all its values from earlier places; each variable of 'set-variable' counts as an
    option of its own. Mistakes in files and kernel parameters are logged with their position and ignored.

    After a crash or a kill the next start goes on with the scenes and what they were set to,
    which are kept by the service manager (FDSTORE), or else in $RUNTIME_DIRECTORY/state or
    beside the socket, in PATH.state; not on a stepped clock. Scenes with which the daemon
    has crashed twice, or once before their first frame, are not shown again by
    themselves. A regular exit discards this state.

    An option's value may also follow a '='. After '--' everything is a SCENE.
    Signals: TERM and INT end the daemon, HUP loads the scene's file again.
    Exit status: 0 success, 64 wrong command line, 65 the scene has mistakes and 66 it cannot
    be read (with --require-scene), 69 the socket's path cannot be taken, 71 a system call
    failed, 73 the output cannot be created, 75 there is no display (with --require-display).

    """

  /// Reads the arguments after the program's name.
  /// - Parameter read: the settings of configuration files and of the kernel's command line, the
  ///   weakest first, by the value of --config.
  init(
    parsing arguments: [String],
    reading read: (String?) -> SettingsReader = { _ in SettingsReader() }
  ) throws(UsageError) {
    var line = CommandLineReader()
    try line.read(arguments)
    switch line.action {
    case .help: self = .help
    case .version: self = .version
    case .run, .printConfig:
      let settings = try Settings(read(line.configurationPath), line.settings)
      self = line.action == .run ? .run(settings.configuration) : .printConfig(settings)
    }
  }
}
