import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { startOnCluster } from './product-on-cluster.ts'

/** The whole product as people start it, on a free port with a data folder of its own. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  /** Ends the server without a goodbye; `restart` brings it back. */
  kill(): Promise<void>
  /** Ends the server without a goodbye and starts it again on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  if (process.env['E2E_ON_CLUSTER']) return startOnCluster(env)
  const dataDir = mkdtempSync(join(tmpdir(), 'roughmix-e2e-'))
  let server = await startServer('0', dataDir, env)
  const { url } = server
  return {
    url,
    dataDir,
    kill: () => ended(server.child, 'SIGKILL'),
    async restart() {
      await ended(server.child, 'SIGKILL')
      server = await startServer(new URL(url).port, dataDir, env)
    },
    async stop() {
      await ended(server.child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startServer(port: string, dataDir: string, env: Readonly<Record<string, string>>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Vitest sets BASE_URL for itself.
    env: { ...process.env, BASE_URL: '', NODE_ENV: 'production', PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', SIGN_IN_RATE_LIMIT: '0', BALLAST_MB: '0', ...env },
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /Roughmix is at (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
  })
  return { child, url }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--autoplay-policy=no-user-gesture-required', ...more],
  })
}

/** A person at a browser of their own. Whatever their console complains about fails the test that asks. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: string[]
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  // Journeys that are not about it go without the service worker: what it keeps would hide what the server answers.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}
