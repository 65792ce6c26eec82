import { text } from '#web/i18n/text.ts'
import { copyText } from '#web/ui/form/copy-text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { trackStrings } from './tracks.strings.ts'

/** Copies and says so; where the browser refuses, the text itself is shown. */
export async function sayCopied(words: string, said: string): Promise<void> {
  if (await copyText(words)) toast({ text: said })
  else toast({ tone: 'plain', text: text(trackStrings.copyRefused, { link: words }) })
}
