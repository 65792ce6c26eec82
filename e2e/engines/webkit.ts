import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/free-port.ts'
import { pause } from '../../trust/start-server.ts'
import { end, type BrowserEngine, type EnginePage, twice } from './engine-page.ts'
import { openSoundDevice } from './sound-device.ts'

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** WebKitGTK's MiniBrowser by W3C WebDriver, whose mouse and keys are real ones to the page. */
export async function openWebkit(driver: string): Promise<BrowserEngine> {
  const sound = await openSoundDevice()
  const screen = await twice(openScreen)
  const opened: EnginePage[] = []
  return {
    async open() {
      const page = await twice(() => launch(driver, { ...sound.env, DISPLAY: screen.display }))
      opened.push(page)
      return page
    },
    async close() {
      for (const page of opened) await page.close()
      await end(screen.server)
      await sound.close()
    },
  }
}

async function openScreen(): Promise<{ readonly server: ChildProcess; readonly display: string }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    server.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`))
  })
  return { server, display }
}

async function launch(driver: string, env: Readonly<Record<string, string>>): Promise<EnginePage> {
  const home = mkdtempSync(join(tmpdir(), 'roughmix-webkit-'))
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...env,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      NO_AT_BRIDGE: '1',
      GDK_BACKEND: 'x11',
      LANG: 'C.UTF-8',
    },
  })
  const close = async () => {
    await end(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const session = await openSession(`http://127.0.0.1:${port}`)
    return pageOf(session, async () => {
      await session.send('DELETE', '').catch(() => undefined)
      await close()
    })
  } catch (error) {
    await close()
    throw error
  }
}

interface Session {
  send<Answer>(method: string, path: string, body?: object): Promise<Answer>
}

const STARTS_WITHIN_MS = 20_000

async function openSession(driver: string): Promise<Session> {
  const alwaysMatch = {
    'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', '--autoplay-policy=allow'] },
  }
  const until = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    try {
      const { sessionId } = await call<{ readonly sessionId: string }>('POST', `${driver}/session`, {
        capabilities: { alwaysMatch },
      })
      const session: Session = {
        send: (method, path, body) => call(method, `${driver}/session/${sessionId}${path}`, body),
      }
      await session.send('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 })
      await session.send('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 })
      return session
    } catch (error) {
      // The driver takes a moment until it listens.
      if (performance.now() > until || !(error instanceof TypeError)) throw error
      await pause(200)
    }
  }
}

async function call<Answer>(method: string, url: string, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    ...(method === 'POST' && !body && { body: '{}' }),
  })
  const { value } = (await answer.json()) as {
    readonly value: Answer & { readonly error?: string; readonly message?: string }
  }
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error} ${value.message}`)
  return value
}

/** What WebDriver calls keys that write nothing. */
const KEYS: Readonly<Record<string, string>> = {
  Space: ' ',
  Enter: '\uE007',
  Control: '\uE009',
  Shift: '\uE008',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  Tab: '\uE004',
}
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

function pageOf(session: Session, close: () => Promise<void>): EnginePage {
  const act = async (id: string, type: string, actions: readonly object[], more: object = {}) => {
    await session.send('POST', '/actions', { actions: [{ id, type, actions, ...more }] })
  }
  const mouse = (actions: readonly object[]) =>
    act('mouse', 'pointer', actions, { parameters: { pointerType: 'mouse' } })
  const move = (x: number, y: number) => ({
    type: 'pointerMove',
    duration: 20,
    origin: 'viewport',
    x: Math.round(x),
    y: Math.round(y),
  })
  const down = { type: 'pointerDown', button: 0 }
  const up = { type: 'pointerUp', button: 0 }
  const keys = (values: readonly string[]) =>
    act('keyboard', 'key', [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
  const evaluate: EnginePage['evaluate'] = async (work, argument) => {
    const script =
      `const done = arguments[1]; Promise.resolve().then(() => (${String(work)})(arguments[0])).then((value) => ` +
      'done({ value: value ?? null }), (error) => done({ error: String(error) }))'
    const ask = () =>
      session.send<{ readonly value: never; readonly error?: string }>('POST', '/execute/async', {
        script,
        args: [argument ?? null],
      })
    // Now and then WebKit's answer gets lost on its way to the driver.
    const { value, error } = await ask().catch((error: unknown) =>
      String(error).includes('parse script result') ? ask() : Promise.reject(error),
    )
    if (error !== undefined) throw new Error(error)
    return value
  }
  const complaints: string[] = []
  const collect = async () => void complaints.push(...(await evaluate(complaintsSoFar, undefined)))
  const go = async (path: string, body?: object) => {
    await collect()
    await session.send('POST', path, body)
    await evaluate(listenForComplaints, undefined)
  }
  return {
    open: (url) => go('/url', { url }),
    reload: () => go('/refresh'),
    evaluate,
    click: (x, y) => mouse([move(x, y), down, up]),
    drag: (from, to, y) =>
      mouse([
        move(from, y),
        down,
        ...Array.from({ length: 8 }, (_, step) => move(from + ((to - from) * (step + 1)) / 8, y)),
        up,
      ]),
    press: (key) => keys(key.split('+').map((one) => KEYS[one] ?? one)),
    async type(text) {
      for (const letter of text) await keys([letter])
    },
    async setFile(selector, path) {
      const { [ELEMENT]: id } = await session.send<Readonly<Record<string, string>>>('POST', '/element', {
        using: 'css selector',
        value: selector,
      })
      await session.send('POST', `/element/${id}/value`, { text: path })
    },
    async picture(path) {
      writeFileSync(path, Buffer.from(await session.send<string>('GET', '/screenshot'), 'base64'))
    },
    async complaints() {
      await collect()
      return complaints
    },
    close,
  }
}

interface Complaining {
  complaints?: string[]
}

/** WebDriver has no console, and this build prints none: the page itself tells, from the end of its loading on. */
function listenForComplaints(): void {
  const heard: string[] = []
  ;(globalThis as Complaining).complaints = heard
  const { error } = console
  console.error = (...words: readonly unknown[]) => {
    heard.push(words.map(String).join(' '))
    error(...words)
  }
  addEventListener('error', ({ message }) => heard.push(message))
  addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    heard.push(`${violatedDirective} refused ${blockedURI}`),
  )
}

function complaintsSoFar(): string[] {
  return (globalThis as Complaining).complaints?.splice(0) ?? []
}
