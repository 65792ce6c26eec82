import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefox, type Browser, type Page } from 'playwright-core'
import { type BrowserEngine, type EnginePage, twice } from './engine-page.ts'
import { openSoundDevice } from './sound-device.ts'

/**
 * Firefox as Debian ships it, by WebDriver BiDi. Buttons of an inactive window do not answer keys: each person gets a
 * process.
 */
export async function openFirefox(executablePath: string): Promise<BrowserEngine> {
  const sound = await openSoundDevice()
  const opened: EnginePage[] = []
  return {
    async open() {
      const page = await twice(() => launch(executablePath, sound.env))
      opened.push(page)
      return page
    },
    async close() {
      for (const page of opened) await page.close()
      await sound.close()
    },
  }
}

async function launch(executablePath: string, sound: Readonly<Record<string, string>>): Promise<EnginePage> {
  const home = mkdtempSync(join(tmpdir(), 'roughmix-firefox-'))
  let browser: Browser | undefined
  try {
    browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath,
      timeout: 60_000,
      env: { ...environment(), ...sound, HOME: home, LANG: 'C.UTF-8' },
      firefoxUserPrefs: { 'media.autoplay.default': 0, 'media.autoplay.blocking_policy': 0 },
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    return pageOf(page, async () => {
      await browser?.close()
      rmSync(home, { recursive: true, force: true })
    })
  } catch (error) {
    await browser?.close()
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

const ANSWERS_WITHIN_MS = 30_000

/** Playwright waits for ever for a page that stands still. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the page did not answer')), ANSWERS_WITHIN_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function pageOf(page: Page, close: () => Promise<void>): EnginePage {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (work, argument) => inTime(page.evaluate(work as (argument: unknown) => never, argument)),
    click: (x, y) => page.mouse.click(x, y),
    async drag(from, to, y) {
      await page.mouse.move(from, y)
      await page.mouse.down()
      for (let step = 1; step <= 8; step++) await page.mouse.move(from + ((to - from) * step) / 8, y)
      await page.mouse.up()
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    setFile: (selector, path) => page.locator(selector).first().setInputFiles(path),
    picture: async (path) => void (await page.screenshot({ path })),
    complaints: async () => complaints,
    close,
  }
}
