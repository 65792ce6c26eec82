import { type Browser, chromium } from 'playwright-core'

/**
 * Off in every browser: what fills the drop-down of the address bar. It is two pages of Chromium's own in each window,
 * which cost a second of a core before ours has begun. Of a switch that is given twice Chromium knows the last one, so
 * what Playwright has off by itself (1.64, chromiumSwitches.ts) is named again.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
]

interface Start {
  /** Sound begins by itself, as after a click; without it, as in a page that nobody has touched yet. */
  readonly isTouched?: boolean
  readonly more?: readonly string[]
}

/** A browser process of one's own, which takes two seconds of a core. */
export function launchBrowser({ isTouched = true, more = [] }: Start = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // Without a locale it calls every file whose name is not of ASCII alone `download`.
    env: { ...process.env, LANG: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${OFF.join(',')}`,
      ...(isTouched ? ['--autoplay-policy=no-user-gesture-required'] : []),
      ...more,
    ],
  })
}

/** Running browser processes: of pages that were touched, and of others. */
const running = new Map<boolean, Promise<Browser>>()

/**
 * The browser process that the files of a worker use one after another. Nobody sees what others did in theirs: closing
 * it closes what was opened since.
 */
export async function borrowBrowser({ isTouched = true }: Pick<Start, 'isTouched'> = {}): Promise<Browser> {
  let browser = await running.get(isTouched)
  if (!browser?.isConnected()) {
    const started = launchBrowser({ isTouched })
    running.set(isTouched, started)
    browser = await started
  }
  const lent = browser
  const returned = () => closeAll(lent)
  // Of a file that ended before it could give it back.
  await returned()
  return new Proxy(lent, { get: (target, key) => (key === 'close' ? returned : bound(target, key)) })
}

async function closeAll(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

function bound(target: Browser, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? value.bind(target) : value
}
