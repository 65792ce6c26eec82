import { Button } from '#web/ui/Button.tsx'
import { CommandKey } from '#web/ui/keys/CommandKey.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import styles from './FirstProject.module.css'
import { firstProjectStrings as strings } from './first-project.strings.ts'

const five = [
  ['Space', strings.keys.play],
  ['C', strings.keys.note],
  ['N', strings.keys.next],
  ['V', strings.keys.newer],
  ['?', strings.keys.all],
] as const

/** The user's own keys, where they have changed them. */
export default function FiveKeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.fiveKeys}
      description={strings.fiveKeysAbout}
      footer={<Button onClick={onClose}>{strings.close}</Button>}
    >
      <dl className={styles.keys}>
        {five.map(([key, words]) => (
          <div key={key} className={styles.key}>
            <dt>{words}</dt>
            <dd>
              <CommandKey named={key} />
            </dd>
          </div>
        ))}
      </dl>
      <TextLink href="/account/keys" onClick={onClose}>
        {strings.changeKeys}
      </TextLink>
    </Dialog>
  )
}
