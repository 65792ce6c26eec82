import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '../Button.tsx'
import styles from './CopyField.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { copyText } from './copy-text.ts'
import { frameStrings } from '../frame/frame.strings.ts'
import { toast } from '../overlay/toast-store.ts'
import { textFieldStrings } from '../ui.strings.ts'

interface CopyFieldProps extends Pick<TextFieldProps, 'label' | 'labelHidden' | 'labelAside' | 'help'> {
  readonly value: string
}

/** A value to pass on, usually a link: one press selects it, another copies it. */
export function CopyField({ value, ...words }: CopyFieldProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const done = copied === value
  const copy = async () => {
    if (await copyText(value)) setCopied(value)
    else toast({ text: text(textFieldStrings.copyRefused, { keys: 'Ctrl+C' }), tone: 'plain' })
  }
  return (
    <TextField
      {...words}
      value={value}
      readOnly
      onFocus={(event) => event.target.select()}
      className={styles.field}
      after={
        <Button size="small" tone="quiet" icon={done ? Check : Copy} onClick={() => void copy()}>
          {done ? frameStrings.copied : textFieldStrings.copy}
        </Button>
      }
    />
  )
}
