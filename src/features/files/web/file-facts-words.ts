import { text } from '#web/i18n/text.ts'
import type { FileFacts } from '../file-facts.ts'
import { fileFactsStrings as strings } from './file-facts.strings.ts'

/** "12 WAV files, 48 kHz/24-bit"; empty if nothing was read from the file. */
export function factsWords(facts: FileFacts | null): string {
  switch (facts?.kind) {
    case 'archive':
      return archiveWords(facts)
    case 'pdf':
      return text(strings.pages, { count: facts.pages })
    case 'picture':
      return text(strings.size, { width: facts.width, height: facts.height })
    case 'text':
      return text(strings.lines, { count: facts.lines })
    case 'wav':
      return [
        formatWords(facts),
        facts.channels === 2 ? strings.stereo : text(strings.channels, { count: facts.channels }),
      ].join(', ')
    case undefined:
      return ''
  }
}

function archiveWords({ fileCount, wav }: Extract<FileFacts, { kind: 'archive' }>): string {
  if (!wav) return text(strings.files, { count: fileCount })
  const others = fileCount - wav.count
  return [
    text(strings.wavFiles, { count: wav.count }),
    ...(wav.sampleRate !== null && wav.bits !== null
      ? [formatWords({ sampleRate: wav.sampleRate, bits: wav.bits })]
      : []),
    ...(others > 0 ? [text(strings.others, { count: others })] : []),
  ].join(', ')
}

function formatWords({ sampleRate, bits }: { readonly sampleRate: number; readonly bits: number }): string {
  return text(strings.format, { rate: sampleRate / 1000, bits })
}
