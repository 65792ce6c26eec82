import { findBrowser } from '../scripts/find-browser.ts'
import { CannotRun, measure } from './measure.ts'
import { runTestFiles } from './test-files.ts'

/** The journey of a user who works on a train, with a real browser. */
void measure('r13', async (run) => {
  const browser = findBrowser()
  if ('missing' in browser) throw new CannotRun(browser.missing)
  const { passed, wrong } = await runTestFiles(run, 'e2e', ['e2e/offline.journey.ts'], { CHROMIUM: browser.path })
  return {
    figure:
      `${passed} steps of the journey: 50 changes written offline, tab closed, another version of server and pages ` +
      'started, session ended, signed in again, server killed, two tabs, changed ' +
      `elsewhere, rights lost; ${wrong.length} failed`,
    wrong,
  }
})
