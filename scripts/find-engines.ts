import { findInPath, installDebian, isProgram, isYoungEnough } from './find-program.ts'

export interface Engines {
  /** Environment variables that tell the journeys in e2e/engines where they are. */
  readonly env: Readonly<Record<string, string>>
  /** Reasons for missing engines. */
  readonly missing: readonly string[]
}

interface Wanted {
  readonly variable: string
  readonly names: readonly string[]
  /** The oldest major version that Playwright can drive. */
  readonly least?: number
  /** Additional packages that it needs. */
  readonly beside: readonly string[]
  readonly packages: readonly string[]
}

const WANTED: Readonly<Record<string, Wanted>> = {
  Firefox: {
    variable: 'FIREFOX',
    names: ['firefox-esr', 'firefox'],
    least: 153,
    beside: ['pulseaudio'],
    packages: ['firefox-esr', 'pulseaudio'],
  },
  WebKit: {
    variable: 'WEBKIT_DRIVER',
    names: ['WebKitWebDriver'],
    beside: ['pulseaudio', 'Xvfb'],
    packages: [
      'webkit2gtk-driver',
      'xvfb',
      'pulseaudio',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-plugins-good',
    ],
  },
}

/** The other browser engines: installed ones, or Debian's if they may be installed. */
export function findEngines(): Engines {
  const env: Record<string, string> = {}
  const missing: string[] = []
  for (const [engine, wanted] of Object.entries(WANTED)) {
    const installed = isComplete(wanted) || installDebian(...wanted.packages)
    const path = pathOf(wanted)
    if (path && isComplete(wanted)) env[wanted.variable] = path
    else {
      const needed = [[wanted.names[0], wanted.least].filter(Boolean).join(' '), ...wanted.beside].join(' and ')
      missing.push(`there is no ${engine} to drive; ${installed === true ? `it takes ${needed}` : installed}`)
    }
  }
  return { env, missing }
}

function pathOf({ variable, names }: Wanted): string | undefined {
  const given = process.env[variable]
  return given && isProgram(given) ? given : findInPath(...names)
}

function isComplete(wanted: Wanted): boolean {
  const path = pathOf(wanted)
  return (
    path !== undefined &&
    isYoungEnough(path, wanted.least) &&
    wanted.beside.every((name) => findInPath(name) !== undefined)
  )
}
