import { BadgeCheck, TriangleAlert } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import type { Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { playerStrings as strings } from './player.strings.ts'
import { proofReasons, proofWords } from './proof-words.ts'
import styles from './ProofDialog.module.css'

/** Everything that alters the sound between file and loudspeaker, one reason each, and the file's hash. */
export default function ProofDialog({ heard, onClose }: { readonly heard: Heard; readonly onClose: () => void }) {
  const { proof } = useListeningSnapshot()
  const { sounded } = useListening()
  const { standing, whole } = proofWords(proof, heard, sounded)
  const reasons = proofReasons(proof, heard)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.whatYouHear}
      description={text(strings.originalOf, { title: heard.playable.title, quality: heard.quality })}
    >
      <div className={styles.body}>
        {reasons.length === 0 ? (
          <p className={standing === 'bit-true' ? styles.exact : styles.unknown}>
            {standing === 'bit-true' && <Icon of={BadgeCheck} />}
            {whole}
          </p>
        ) : (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>
                <Icon of={TriangleAlert} />
                {reason}
              </li>
            ))}
          </ul>
        )}
        {heard.sha256 !== undefined && (
          <CopyField label={strings.sha256} value={heard.sha256} help={strings.sha256Help} />
        )}
      </div>
    </Dialog>
  )
}
