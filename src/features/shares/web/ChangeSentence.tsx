import { ArrowRightLeft } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import styles from './GuestPlayer.module.css'
import { guestStrings } from './guest.strings.ts'

/**
 * What the newer of two versions changed; which two it is about, up to the colon, stands out. Has its place before that
 * is known.
 */
export function ChangeSentence({ line }: { readonly line: string | undefined }) {
  const colon = (line?.indexOf(':') ?? -1) + 1
  return (
    <p className={styles.sentence}>
      <Icon of={ArrowRightLeft} size={14} />
      <output>
        {line !== undefined && (
          <>
            <b>{line.slice(0, colon)}</b>
            {line.slice(colon)}.{' '}
          </>
        )}
        {guestStrings.equallyLoud}
      </output>
    </p>
  )
}
