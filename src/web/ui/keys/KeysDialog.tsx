import { useSyncExternalStore } from 'react'
import { Dialog } from '../overlay/Dialog.tsx'
import { KeyCaps } from './KeyCaps.tsx'
import styles from './KeysDialog.module.css'
import { TextLink } from '../TextLink.tsx'
import { keysIn } from './key-map.ts'
import { canChange } from './known-keys.ts'
import { boundKeys, presentKeyMap, watchKeys } from './page-keys.ts'
import { keysStrings } from '../ui.strings.ts'

/** The keys that work on this page, by group. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const bound = useSyncExternalStore(watchKeys, boundKeys).flat()
  const map = useSyncExternalStore(watchKeys, presentKeyMap)
  const keys = bound
    .map((key) => ({ ...key, keys: canChange(key) ? keysIn(map, key) : key.keys }))
    .filter((key) => key.keys.length > 0)
  const groups = [...new Set(keys.map(({ group }) => group))]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={keysStrings.keys}
      size="sheet"
      description={keysStrings.keysWords}
    >
      <p className={styles.change}>
        <TextLink href="/account/keys" onClick={onClose}>
          {keysStrings.changeKeys}
        </TextLink>
      </p>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={styles.group}>{group}</h3>
            <dl>
              {keys
                .filter((key) => key.group === group)
                .map(({ label, keys: combos }) => (
                  <div key={label} className={styles.line}>
                    <dt>{label}</dt>
                    <dd className={styles.combos}>
                      {combos.map((combo) => (
                        <span key={combo} className={styles.combo}>
                          <KeyCaps combo={combo} />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
