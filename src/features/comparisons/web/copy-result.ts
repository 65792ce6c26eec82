import { copyText } from '#web/ui/copy-text.ts'
import { toast } from '#web/ui/toast-store.ts'
import { blindStrings } from './blind.strings.ts'

/** Copies and says so; where the browser refuses, the text itself is shown. */
export async function copyResult(result: string): Promise<void> {
  toast((await copyText(result)) ? { text: blindStrings.copied } : { tone: 'plain', text: result })
}
