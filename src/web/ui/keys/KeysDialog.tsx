import { useEffect, useState, useSyncExternalStore } from 'react'
import { Dialog } from '../overlay/Dialog.tsx'
import { KeyCaps } from './KeyCaps.tsx'
import styles from './KeysDialog.module.css'
import { TextLink } from '../TextLink.tsx'
import { commandOf, keysIn } from './key-map.ts'
import { canChange, type KeyCommand } from './known-keys.ts'
import { boundKeys, presentKeyMap, watchKeys } from './page-keys.ts'
import { keysStrings } from '../ui.strings.ts'

interface KeysDialogProps {
  /** The keys of all pages; without it, only those of this page are listed. */
  readonly loadAll?: () => Promise<readonly KeyCommand[]>
  readonly onClose: () => void
}

/** The keys that work on this page, by group, and below them those of other pages. */
export default function KeysDialog({ loadAll, onClose }: KeysDialogProps) {
  const bound = useSyncExternalStore(watchKeys, boundKeys).flat()
  const map = useSyncExternalStore(watchKeys, presentKeyMap)
  const [all, setAll] = useState<readonly KeyCommand[]>([])
  useEffect(() => {
    let isShown = true
    // Without a line, the keys of this page are what there is.
    void loadAll?.().then(
      (commands) => isShown && setAll(commands),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [loadAll])
  const keys = bound
    .map((key) => ({ ...key, keys: canChange(key) ? keysIn(map, key) : key.keys }))
    .filter((key) => key.keys.length > 0)
  const here = new Set(bound.map(commandOf))
  const elsewhere = all
    .filter((command) => !here.has(commandOf(command)))
    .map((command) => ({ ...command, keys: keysIn(map, command) }))
    .filter((command) => command.keys.length > 0)
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
      <KeyGroups keys={keys} />
      {elsewhere.length > 0 && (
        <>
          <h2 className={styles.elsewhere}>{keysStrings.elsewhere}</h2>
          <KeyGroups keys={elsewhere} />
        </>
      )}
    </Dialog>
  )
}

function KeyGroups({ keys }: { readonly keys: readonly Pick<KeyCommand, 'keys' | 'label' | 'group'>[] }) {
  const groups = [...new Set(keys.map(({ group }) => group))]
  return (
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
  )
}
