import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '#web/api/fetch-file.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveBlob } from '#web/ui/save-blob.ts'
import { useOnline } from '#web/ui/page/use-online.ts'
import styles from './Account.module.css'
import { freshly, needsIdentity } from './identity-check.ts'

/** Texts of the section for the data export. */
const strings = {
  heading: 'Your data',
  words:
    'One file with what is kept of you: your account and its settings, sessions and tokens, and your notes, ' +
    'tasks, decisions, uploads and links in all projects.',
  notIn: 'What others wrote, passwords and sound are not in it. It is JSON, which any text editor opens.',
  download: 'Download my data',
  coming: 'Putting your file together… {size} so far.',
  done: '{name} is downloaded, {size}.',
  failed: 'Your data was not downloaded. {reason}',
  offline: 'This needs a connection.',
} as const

/** Exports everything stored about the user, as a file. */
export default function OwnDataSection() {
  const online = useOnline()
  const [received, setReceived] = useState(0)
  const take = useMutation({
    mutationFn: () => freshly(undefined, () => fetchFile('/api/users/me/data', setReceived)),
    onMutate: () => setReceived(0),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName),
  })
  const message = take.isPending
    ? received > 0 && text(strings.coming, { size: formatBytes(received) })
    : !online
      ? strings.offline
      : take.data && text(strings.done, { name: take.data.fileName, size: formatBytes(take.data.blob.size) })
  return (
    <section className={styles.section}>
      <h2>{strings.heading}</h2>
      <p className={styles.dim}>{strings.words}</p>
      <p className={styles.dim}>{strings.notIn}</p>
      <div className={styles.actions}>
        <Button
          icon={Download}
          busy={take.isPending}
          disabled={!online && !take.isPending}
          onClick={() => take.mutate()}
        >
          {strings.download}
        </Button>
        <output className={styles.said}>{message}</output>
      </div>
      {take.error && !needsIdentity(take.error) && (
        <p role="alert" className={styles.wrong}>
          {text(strings.failed, { reason: reasonOf(take.error) })}
        </p>
      )}
    </section>
  )
}
