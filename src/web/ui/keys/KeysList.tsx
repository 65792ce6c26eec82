import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { KeyCaps } from './KeyCaps.tsx'
import styles from './KeysList.module.css'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import { commandOf, type KeyMap, keysIn } from './key-map.ts'
import { keyCaps } from './key-words.ts'
import { bindKey, isChanged, type KeyCommand, ownerOf, resetKey } from './known-keys.ts'
import { comboOf } from './page-keys.ts'
import { keysStrings } from '../ui.strings.ts'

interface KeysListProps {
  readonly commands: readonly KeyCommand[]
  readonly map: KeyMap
  /** Receives a function that changes the map, because the stored map may differ from the one shown. */
  readonly onChange: (step: (map: KeyMap) => KeyMap) => void
}

/** Every command with its keys; press a row's button and then a key to change it. */
export function KeysList({ commands, map, onChange }: KeysListProps) {
  const [asking, setAsking] = useState<KeyCommand>()
  const [conflict, setConflict] = useState<{
    readonly command: KeyCommand
    readonly combo: string
    readonly owner: KeyCommand
  }>()
  const bind = (command: KeyCommand, combo: string) => {
    setAsking(undefined)
    const owner = ownerOf(map, commands, command, combo)
    if (owner) setConflict({ command, combo, owner })
    else onChange((held) => bindKey(held, commands, command, combo))
  }
  useNextKey(asking, bind, () => setAsking(undefined))
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group}>
          <h3 className={styles.group}>{group}</h3>
          <ul className={styles.list}>
            {commands
              .filter((command) => command.group === group)
              .map((command) => (
                <li key={commandOf(command)} className={styles.line}>
                  <span className={styles.label}>{command.label}</span>
                  {isChanged(map, command) && (
                    <IconButton
                      size="small"
                      icon={RotateCcw}
                      label={text(keysStrings.resetKey, { command: command.label })}
                      onClick={() => onChange((held) => resetKey(held, commands, command))}
                    />
                  )}
                  <button
                    type="button"
                    className={styles.combos}
                    aria-pressed={asking === command}
                    onClick={() => {
                      setConflict(undefined)
                      setAsking(asking === command ? undefined : command)
                    }}
                  >
                    <VisuallyHidden>
                      {text(keysStrings.changeKey, { command: command.label, keys: spoken(map, command) })}
                    </VisuallyHidden>
                    <span className={styles.shown} aria-hidden>
                      {asking === command ? (
                        keysStrings.pressKey
                      ) : (
                        <Combos combos={keysIn({ ...map, single: true }, command)} />
                      )}
                    </span>
                  </button>
                  {conflict?.command === command && (
                    <div className={styles.conflict} role="alert">
                      <span>
                        {text(keysStrings.keyTaken, {
                          key: keyCaps(conflict.combo).join(' '),
                          command: conflict.owner.label,
                        })}
                      </span>
                      <Button
                        size="small"
                        onClick={() => {
                          onChange((held) => bindKey(held, commands, command, conflict.combo))
                          setConflict(undefined)
                        }}
                      >
                        {keysStrings.here}
                      </Button>
                      <Button size="small" tone="quiet" onClick={() => setConflict(undefined)}>
                        {keysStrings.leaveKey}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Combos({ combos }: { readonly combos: readonly string[] }) {
  if (combos.length === 0) return <span className={styles.none}>{keysStrings.noKey}</span>
  return combos.map((combo) => (
    <span key={combo} className={styles.combo}>
      <KeyCaps combo={combo} />
    </span>
  ))
}

function spoken(map: KeyMap, command: KeyCommand): string {
  return (
    keysIn({ ...map, single: true }, command)
      .map((combo) => keyCaps(combo).join(' '))
      .join(', ') || keysStrings.noKey
  )
}

/** While a row waits for a key, the next key press is captured. Escape and Tab cancel. */
function useNextKey(
  asking: KeyCommand | undefined,
  onKey: (command: KeyCommand, combo: string) => void,
  onGiveUp: () => void,
): void {
  useEffect(() => {
    if (!asking) return undefined
    const hear = (event: KeyboardEvent) => {
      if (['Shift', 'Alt', 'Control', 'Meta', 'AltGraph', 'CapsLock', 'Dead'].includes(event.key)) return
      if (event.key === 'Tab') return onGiveUp()
      event.preventDefault()
      event.stopPropagation()
      const combo = comboOf(event)
      if (event.key === 'Escape' || combo === undefined) onGiveUp()
      else onKey(asking, combo)
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  })
}
