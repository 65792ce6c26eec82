import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '#server/free-port.ts'
import { startOnCluster } from './product-on-cluster.ts'
import { insideOf, type Settings } from './product-inside.ts'
import type { Product } from './running-product.ts'

export type { Product }

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  if (process.env['E2E_ON_CLUSTER']) return startOnCluster(env)
  const dataDir = mkdtempSync(join(tmpdir(), 'roughmix-e2e-'))
  // Behind a BASE_URL it does not tell where it listens.
  const settings = settingsOf({ DATA_DIR: dataDir, PORT: env['BASE_URL'] ? String(await freePort()) : '0', ...env })
  let server = await startServer(settings)
  let folder = '.'
  const { url } = server
  const port = Number(settings['PORT']) || Number(new URL(url).port)
  return {
    url,
    port,
    settings,
    ...insideOf(settings),
    kill: () => ended(server.child, 'SIGKILL'),
    async restart(version = folder) {
      await ended(server.child, 'SIGKILL')
      folder = version
      server = await startServer({ ...settings, PORT: String(port) }, folder)
    },
    async stop() {
      await ended(server.child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function settingsOf(env: Readonly<Record<string, string>>): Settings {
  // Vitest sets BASE_URL for itself.
  return {
    ...process.env,
    BASE_URL: '',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    SIGN_IN_RATE_LIMIT: '0',
    BALLAST_MB: '0',
    ...env,
  }
}

async function startServer(env: Settings, cwd = '.'): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/app/server/main.ts'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env },
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

/** A person at a browser of their own. Whatever their console complains about fails the test that asks. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: string[]
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  // Journeys that are not about it go without the service worker: what it keeps would hide what the server answers.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}
