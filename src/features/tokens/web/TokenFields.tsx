import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#features/projects/web/projects.client.ts'
import { tokenScopes } from '#shared/token-scopes.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import styles from './Tokens.module.css'
import { tokenLives, type TokenForm, type TokenTrouble } from './token-form.ts'
import { tokenStrings as strings } from './tokens.strings.ts'

interface TokenFieldsProps {
  readonly form: TokenForm
  readonly trouble: TokenTrouble | undefined
  readonly onForm: (change: Partial<TokenForm>) => void
}

const lives = tokenLives.map((value) => ({ value, label: strings.lives[value] }))
const places = (['all', 'some'] as const).map((value) => ({ value, label: strings.wheres[value] }))

export function TokenFields({ form, trouble, onForm }: TokenFieldsProps) {
  const toggle = <T extends string>(list: readonly T[], one: T, on: boolean): readonly T[] =>
    on ? [...list, one] : list.filter((other) => other !== one)
  return (
    <>
      <TextField
        label={strings.name}
        help={strings.nameHelp}
        maxLength={200}
        autoComplete="off"
        value={form.name}
        error={trouble === 'noName' ? strings.noName : undefined}
        onChange={({ target }) => onForm({ name: target.value })}
      />
      <fieldset className={styles.part}>
        <legend>{strings.may}</legend>
        {trouble === 'noScope' && (
          <p role="alert" className={styles.wrong}>
            {strings.noScope}
          </p>
        )}
        <div className={styles.checks}>
          {tokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              checked={form.scopes.includes(scope)}
              onCheckedChange={(on) => onForm({ scopes: toggle(form.scopes, scope, on) })}
            >
              <span className={styles.scope}>
                <span>{strings.scopes[scope]}</span> <span className={styles.help}>{strings.scopeWords[scope]}</span>
              </span>
            </Checkbox>
          ))}
        </div>
        <p className={styles.help}>{strings.people}</p>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{strings.where}</legend>
        <div>
          <SegmentedControl
            label={strings.where}
            value={form.where}
            onValueChange={(where) => onForm({ where })}
            segments={places}
          />
        </div>
        {trouble === 'noProject' && (
          <p role="alert" className={styles.wrong}>
            {strings.noProject}
          </p>
        )}
        {form.where === 'some' && (
          <ProjectChoice
            chosen={form.projectIds}
            onChange={(id, on) => onForm({ projectIds: toggle(form.projectIds, id, on) })}
          />
        )}
      </fieldset>
      <Select label={strings.life} options={lives} value={form.life} onValueChange={(life) => onForm({ life })} />
    </>
  )
}

function ProjectChoice({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[]
  readonly onChange: (id: string, on: boolean) => void
}) {
  const { data: projects, error } = useQuery(projectsQuery('active'))
  if (!projects)
    return error ? (
      <p role="alert" className={styles.wrong}>
        {text(strings.projectsFailed, { reason: reasonOf(error) })}
      </p>
    ) : null
  return (
    <div role="group" aria-label={strings.projects} className={styles.projects}>
      {projects.map(({ id, name }) => (
        <Checkbox key={id} checked={chosen.includes(id)} onCheckedChange={(on) => onChange(id, on)}>
          {name}
        </Checkbox>
      ))}
    </div>
  )
}
