import { Check, Copy, Link2, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import { focusAtOnce } from '../keys/focus-at-once.ts'
import { toast } from '../overlay/toast-store.ts'
import { textFieldStrings } from '../ui.strings.ts'
import styles from './LinkToCopy.module.css'
import { TextField } from './TextField.tsx'
import { copyText } from './copy-text.ts'

interface LinkToCopyProps {
  readonly label: string
  readonly url: string
  /** Copying is what the dialog is for, unless something else is. */
  readonly isPrimary?: boolean
}

const COPIED_MS = 2000

/** The system's own sheet, where people send things with their thumb. */
const canPassOn = typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches

/** A link in full and a large button that copies it. It has the focus when it appears, so Enter copies. */
export function LinkToCopy({ label, url, isPrimary = true }: LinkToCopyProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === url
  useEffect(() => {
    if (copied === null) return
    const back = setTimeout(() => setCopied(null), COPIED_MS)
    return () => clearTimeout(back)
  }, [copied])
  const copy = async () => {
    if (await copyText(url)) setCopied(url)
    else toast({ tone: 'error', text: textFieldStrings.linkRefused })
  }
  return (
    <div className={styles.line}>
      <TextField
        label={label}
        labelHidden
        readOnly
        size="large"
        icon={Link2}
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button
        size="large"
        tone={isPrimary && !isCopied ? 'primary' : 'plain'}
        icon={isCopied ? Check : Copy}
        className={styles.copy}
        ref={focusAtOnce}
        onClick={() => void copy()}
      >
        {isCopied ? frameStrings.copied : textFieldStrings.copyLink}
      </Button>
      {canPassOn && (
        <IconButton
          icon={Share2}
          label={textFieldStrings.passOn}
          className={styles.passOn}
          onClick={() => void navigator.share({ url }).catch(() => undefined)}
        />
      )}
      <span role="status" className={styles.spoken}>
        <VisuallyHidden>{isCopied ? textFieldStrings.linkCopied : ''}</VisuallyHidden>
      </span>
    </div>
  )
}
