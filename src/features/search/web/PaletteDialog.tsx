import { Search, X } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import type { PaletteGroup, PaletteItem } from '#web/palette/palette-items.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { useFocusReturn } from '#web/ui/frame/focus-return.ts'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { KeyCaps } from '#web/ui/keys/KeyCaps.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import styles from './PaletteDialog.module.css'
import { searchStrings as strings } from './search.strings.ts'

interface PaletteDialogProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Enter runs the first item. */
  readonly groups: readonly PaletteGroup[]
  /** Instead of items, or below them: searching, nothing found, offline. */
  readonly remark: string | undefined
  readonly isBusy: boolean
  /** Whether Enter may run the item while the search is still loading. */
  readonly maySettle: (item: PaletteItem) => boolean
  readonly onClose: () => void
}

/** A field above a list: typing filters, arrows move, Enter runs. The focus stays in the field. */
export function PaletteDialog({ query, onQuery, groups, remark, isBusy, maySettle, onClose }: PaletteDialogProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const taken = useRef<PaletteItem>(undefined)
  const focusReturn = useFocusReturn()
  const items = groups.flatMap((group) => group.items)
  const [activeId, setActiveId] = useState<string>()
  const isEntered = useRef(false)
  const walkedTo = items.find((item) => item.id === activeId)
  const active = walkedTo ?? items[0]
  const optionOf = (item: PaletteItem) => `${id}-${item.id}`
  const walkTo = (index: number) => {
    const next = items[(index + items.length) % Math.max(1, items.length)]
    if (!next) return
    setActiveId(next.id)
    list.current?.querySelector(`[id="${CSS.escape(optionOf(next))}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const take = (item: PaletteItem) => {
    taken.current = item
    onClose()
  }
  // Enter after fast typing waits for the matching items, and does not run whatever is first until then.
  const enter = () => {
    isEntered.current = isBusy && !walkedTo && !(active && maySettle(active))
    if (active && !isEntered.current) take(active)
  }
  const latestEnter = useRef(enter)
  useEffect(() => {
    latestEnter.current = enter
  })
  useEffect(() => {
    if (isEntered.current && !isBusy) latestEnter.current()
  }, [isBusy])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = active ? items.indexOf(active) : -1
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => walkTo(at + 1),
      ArrowUp: () => walkTo(at - 1),
      PageDown: () => walkTo(Math.min(at + 8, items.length - 1)),
      PageUp: () => walkTo(Math.max(at - 8, 0)),
      Enter: enter,
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  // The command runs after the focus has returned, because it may move the focus.
  const close = (event: Event) => {
    focusReturn.onCloseAutoFocus(event)
    setTimeout(() => taken.current?.run())
  }
  return (
    <Parts.Root open onOpenChange={(open) => !open && onClose()}>
      <Parts.Portal>
        <Parts.Overlay className={styles.scrim} />
        <Parts.Content
          onOpenAutoFocus={focusReturn.onOpenAutoFocus}
          onCloseAutoFocus={close}
          aria-describedby={undefined}
          className={styles.palette}
        >
          <VisuallyHidden>
            <Parts.Title>{strings.title}</Parts.Title>
          </VisuallyHidden>
          <div className={styles.field}>
            <Icon of={Search} className={styles.icon} />
            <input
              type="text"
              role="combobox"
              aria-expanded={items.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={active && optionOf(active)}
              aria-autocomplete="list"
              aria-label={strings.title}
              aria-busy={isBusy}
              className={styles.input}
              placeholder={strings.placeholder}
              value={query}
              maxLength={200}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              onChange={(event) => {
                setActiveId(undefined)
                isEntered.current = false
                onQuery(event.target.value)
                list.current?.scrollTo({ top: 0 })
              }}
              onKeyDown={press}
            />
            <Parts.Close className={styles.leave}>
              <Kbd>Esc</Kbd>
              <Icon of={X} />
              <VisuallyHidden>{strings.leave}</VisuallyHidden>
            </Parts.Close>
          </div>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={strings.results} className={styles.list}>
            {groups.map((group, g) => (
              <div key={group.label} role="group" aria-labelledby={`${id}-group${g}`}>
                <div id={`${id}-group${g}`} className={styles.group}>
                  {group.label}
                </div>
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    id={optionOf(item)}
                    item={item}
                    isActive={item === active}
                    onTake={() => take(item)}
                    onPoint={() => setActiveId(item.id)}
                  />
                ))}
              </div>
            ))}
          </div>
          {remark !== undefined && <p className={styles.remark}>{remark}</p>}
          <VisuallyHidden>
            <span role="status">{isBusy ? '' : text(strings.count, { count: items.length })}</span>
          </VisuallyHidden>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

interface OptionProps {
  readonly id: string
  readonly item: PaletteItem
  readonly isActive: boolean
  readonly onTake: () => void
  readonly onPoint: () => void
}

function Option({ id, item: { label, detail, icon, keys = [] }, isActive, onTake, onPoint }: OptionProps) {
  return (
    // The field above receives the keys, and names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onClick={onTake}
      onPointerMove={isActive ? undefined : onPoint}
    >
      <Icon of={icon} className={styles.icon} />
      <span className={styles.label}>{label}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {keys.length > 0 && (
        <span className={styles.keys}>
          {keys.slice(0, 1).map((combo) => (
            <KeyCaps key={combo} combo={combo} />
          ))}
        </span>
      )}
    </div>
  )
}
