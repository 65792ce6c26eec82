import { BadgeCheck, FileAudio, TriangleAlert } from 'lucide-react'
import type { Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Tooltip } from '#web/ui/overlay/Tooltip.tsx'
import { proofWords, type ProofWords } from './proof-words.ts'
import styles from './PlayerProof.module.css'

const icons = { 'bit-true': BadgeCheck, altered: TriangleAlert, unknown: FileAudio } as const

/**
 * Whether every sample of the original is unaltered, or else the first reason why not. Its width does not depend on the
 * text.
 */
export function PlayerProof({ heard, onShow }: { readonly heard: Heard; readonly onShow: () => void }) {
  const words = useProofWords(heard)
  // Format, gain and resampling would reveal which version it is.
  if (heard.isVeiled) return <span className={styles.badge} data-standing="veiled" aria-hidden />
  return (
    <Tooltip text={words.whole}>
      <button
        type="button"
        className={styles.badge}
        data-standing={words.standing}
        onClick={onShow}
        aria-label={labelOf(words)}
      >
        <Icon of={icons[words.standing]} size={14} />
        <span className={styles.words}>{words.badge}</span>
      </button>
    </Tooltip>
  )
}

/** On a phone, shows only while something alters the sound. */
export function PlayerWarning({ heard, onShow }: { readonly heard: Heard; readonly onShow: () => void }) {
  const words = useProofWords(heard)
  if (words.standing !== 'altered' || heard.isVeiled) return null
  return <IconButton icon={TriangleAlert} label={labelOf(words)} className={styles.warning} onClick={onShow} />
}

function useProofWords(heard: Heard): ProofWords {
  const { proof } = useListeningSnapshot()
  const { sounded } = useListening()
  return proofWords(proof, heard, sounded)
}

/** Contains the visible text, so that speech input can name it. */
function labelOf({ badge, short, whole }: ProofWords): string {
  return `${short.includes(badge) ? short : `${badge}. ${short}`}. ${whole}`
}
