import { text } from '#web/i18n/text.ts'
import { copyText } from '#web/ui/form/copy-text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { trackStrings } from './tracks.strings.ts'

/** Copies the text and shows a toast; if the browser refuses, shows the text itself. */
export async function sayCopied(content: string, message: string): Promise<void> {
  if (await copyText(content)) toast({ text: message })
  else toast({ tone: 'plain', text: text(trackStrings.copyRefused, { link: content }) })
}
