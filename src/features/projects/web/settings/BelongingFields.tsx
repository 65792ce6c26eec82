import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import styles from './ProjectForms.module.css'
import { type Belonging, belongingTo } from './belonging.ts'
import { belongingStrings } from '../projects.strings.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface BelongingFieldsProps {
  readonly value: Belonging
  readonly onChange: (value: Belonging) => void
  /** The user's organizations. */
  readonly organizations: readonly Named[]
  /** Teams of the chosen organization. */
  readonly teams: readonly Named[]
  readonly disabled?: boolean
}

const roles = ['editor', 'commenter', 'listener', 'none'] as const

/** The organization, its team, and the members' role. */
export function BelongingFields({ value, onChange, organizations, teams, disabled = false }: BelongingFieldsProps) {
  const { organizationId, teamId, organizationRole, organizationMayDownload } = value
  const known = organizationId === null || organizations.some(({ id }) => id === organizationId)
  const optionOf = ({ id, name }: Named) => ({ value: id, label: name })
  return (
    <>
      <Select
        label={belongingStrings.organization}
        value={organizationId ?? ''}
        disabled={disabled}
        onValueChange={(id) => onChange(belongingTo(id === '' ? null : id))}
        options={[
          { value: '', label: belongingStrings.nobody },
          ...organizations.map(optionOf),
          ...(known ? [] : [{ value: organizationId, label: belongingStrings.elsewhere }]),
        ]}
      />
      {organizationId !== null && (
        <>
          <div className={styles.pair}>
            {teams.length > 0 && (
              <Select
                label={belongingStrings.team}
                value={teamId ?? ''}
                disabled={disabled}
                onValueChange={(id) => onChange({ ...value, teamId: id === '' ? null : id })}
                options={[
                  { value: '', label: belongingStrings.everybody },
                  ...teams.map(({ id, name }) => ({ value: id, label: text(belongingStrings.teamOf, { name }) })),
                ]}
              />
            )}
            <Select
              label={belongingStrings.role}
              value={organizationRole ?? 'none'}
              disabled={disabled}
              onValueChange={(role) => onChange({ ...value, organizationRole: role === 'none' ? null : role })}
              options={roles.map((role) => ({ value: role, label: belongingStrings.roles[role] }))}
            />
          </div>
          {organizationRole !== null && (
            <Checkbox
              checked={organizationMayDownload}
              disabled={disabled}
              onCheckedChange={(next) => onChange({ ...value, organizationMayDownload: next })}
            >
              {belongingStrings.download}
            </Checkbox>
          )}
        </>
      )}
    </>
  )
}
