import { useEffect, useEffectEvent, useId, useState } from 'react'
import { formatDueDay } from '#web/i18n/due-day.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/form/Select.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { type StageState, stageStates } from '../../stage-states.ts'
import type { StageCell } from '../../stages.contract.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import { stageIcons, StageMark } from './StageMark.tsx'
import type { SheetPeople } from './sheet-people.ts'
import type { CellChange } from './use-sheet.ts'
import radio from '#web/ui/form/RadioChoice.module.css'
import styles from './CellForm.module.css'

interface CellFormProps {
  readonly cell: StageCell
  readonly today: string
  readonly people: SheetPeople
  /** Undefined for people who only read. */
  readonly onChange: ((change: CellChange) => void) | undefined
  /** After Enter. */
  readonly onDone: () => void
}

/** Everything about a cell. Each change is saved at once, the note when it is left. */
export function CellForm({ onChange, onDone, ...read }: CellFormProps) {
  return onChange ? <CellFields {...read} {...{ onChange, onDone }} /> : <CellFacts {...read} />
}

interface CellFieldsProps extends Omit<CellFormProps, 'onChange'> {
  readonly onChange: (change: CellChange) => void
}

function CellFields({ cell, people, onChange, onDone }: CellFieldsProps) {
  const { assigneeId } = cell
  const [seen, setSeen] = useState(cell.note)
  const [note, setNote] = useState(seen)
  const [due, setDue] = useState(cell.dueOn ?? '')
  const saveNote = () => {
    // Untouched words are not sent: somebody else may have written others meanwhile.
    if (note.trim() === seen || note.trim() === cell.note) return
    onChange({ note: note.trim(), basedOn: { note: seen } })
    setSeen(note.trim())
  }
  const leave = useEffectEvent(saveNote)
  // Escape and a press outside close it without leaving the field first.
  useEffect(() => () => leave(), [])
  const known = people.all.map(({ id, name }) => ({ value: id, label: name }))
  const gone =
    assigneeId !== null && !known.some(({ value }) => value === assigneeId)
      ? [{ value: assigneeId, label: people.nameOf(assigneeId) }]
      : []
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement))
          return
        event.preventDefault()
        onDone()
      }}
    >
      <StateChoice state={cell.state} onChoose={(state) => onChange({ state })} />
      <div className={styles.pair}>
        <Select
          label={strings.who}
          value={assigneeId ?? ''}
          options={[{ value: '', label: strings.nobody }, ...known, ...gone]}
          onValueChange={(id) => onChange({ assigneeId: id === '' ? null : id })}
        />
        <TextField
          label={strings.due}
          type="date"
          value={due}
          onChange={({ target: { value } }) => {
            setDue(value)
            // While a year is typed, the field has years such as 0002.
            if (value === '') onChange({ dueOn: null })
            else if (value >= '2000') onChange({ dueOn: value })
          }}
        />
      </div>
      <TextField
        label={strings.note}
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
        onBlur={saveNote}
      />
    </div>
  )
}

interface StateChoiceProps {
  readonly state: StageState
  readonly onChoose: (state: StageState) => void
}

function StateChoice({ state, onChoose }: StateChoiceProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={strings.state} className={styles.states}>
      {stageStates.map((value, index) => (
        <label key={value} className={classNames(radio.choice, styles.choice)}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === state}
            data-autofocus={value === state || undefined}
            aria-label={strings.states[value]}
            className={radio.input}
            onChange={() => onChoose(value)}
          />
          <Icon of={stageIcons[value]} size={14} className={styles[value]} />
          <span aria-hidden className={styles.word}>
            {strings.states[value]}
          </span>
          <span aria-hidden className={styles.key}>
            <Kbd>{String(index + 1)}</Kbd>
          </span>
        </label>
      ))}
    </div>
  )
}

function CellFacts({ cell, today, people }: Omit<CellFormProps, 'onChange' | 'onDone'>) {
  const { assigneeId, dueOn, note } = cell
  return (
    <dl className={styles.facts}>
      <dt>{strings.state}</dt>
      <dd>
        <StageMark cell={{ ...cell, dueOn: null, note: '' }} today={today} person={undefined} />
      </dd>
      <dt>{strings.who}</dt>
      <dd>{assigneeId === null ? strings.nobody : people.nameOf(assigneeId)}</dd>
      {dueOn !== null && (
        <>
          <dt>{strings.due}</dt>
          <dd>{formatDueDay(dueOn, today)}</dd>
        </>
      )}
      <dt>{strings.note}</dt>
      <dd className={classNames(note === '' && styles.none)}>{note === '' ? strings.noteEmpty : note}</dd>
    </dl>
  )
}
