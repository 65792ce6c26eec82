import { Listeners } from '#shared/listeners.ts'
import { copyText } from '#web/ui/form/copy-text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { blindStrings } from './blind.strings.ts'

const key = 'roughmix.blind-results'
const most = 50

let results = readKept()
const listeners = new Listeners()

/** Results of blind tests as text, newest first. Stored as long as the browser tab. */
export const blindResults = {
  get: (): readonly string[] => results,
  add: (result: string): void => {
    results = [result, ...results].slice(0, most)
    try {
      sessionStorage.setItem(key, JSON.stringify(results))
    } catch {
      // Storage may be refused; then they last as long as the page.
    }
    listeners.tell()
  },
  watch: listeners.add,
}

function readKept(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Copies the text and shows a toast; if the browser refuses, shows the text itself. */
export async function copyResult(result: string): Promise<void> {
  toast((await copyText(result)) ? { text: blindStrings.copied } : { tone: 'plain', text: result })
}
