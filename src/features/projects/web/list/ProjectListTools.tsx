import { ArrowDownWideNarrow, LayoutGrid, List, Trash2 } from 'lucide-react'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FilterChip } from '#web/ui/mark/Chip.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { CollapsingWord } from '#web/ui/CollapsingWord.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import {
  projectLayout,
  projectListViewOf,
  searchOfProjectList,
  useProjectLayout,
  type ProjectLayout,
  type ProjectListViewProps,
} from './project-list-view.ts'
import { projectSorts } from './project-sorts.ts'
import { projectStrings } from '../projects.strings.ts'
import styles from './ProjectList.module.css'

const SavedViews = lazyPart(() => import('#features/account/web/views/SavedViews.tsx'))

const shelves = ['active', 'archived'] as const

interface ProjectListToolsProps extends ProjectListViewProps {
  /** Number of projects that wait for the user's approval. */
  readonly waitingCount: number
}

export function ProjectListTools({ view, onViewChange, waitingCount }: ProjectListToolsProps) {
  const layout = useProjectLayout()
  const chooseSort = (value: string) => onViewChange({ sort: projectSorts.find((one) => one === value) ?? 'latest' })
  return (
    <div className={styles.tools}>
      <SearchField
        className={styles.find}
        label={projectStrings.find}
        value={view.find}
        onValueChange={(find) => onViewChange({ find })}
      />
      <SegmentedControl
        label={projectStrings.shelf}
        value={view.show}
        onValueChange={(show) => onViewChange({ show })}
        segments={shelves.map((value) => ({ value, label: projectStrings.shelves[value] }))}
      />
      <ButtonLink tone="quiet" size="small" icon={Trash2} href="/trash">
        <CollapsingWord on="beyondPhones">{projectStrings.trash}</CollapsingWord>
      </ButtonLink>
      {view.waiting ? (
        <FilterChip label={projectStrings.awaitingMe} onRemove={() => onViewChange({ waiting: false })} />
      ) : (
        waitingCount > 0 && (
          <Button tone="quiet" size="small" onClick={() => onViewChange({ waiting: true })}>
            {projectStrings.awaitingMe}
          </Button>
        )
      )}
      <div className={styles.sort}>
        <SavedViews
          list="projects"
          search={{ ...searchOfProjectList(view) }}
          onOpen={(search) => onViewChange(projectListViewOf(search))}
        />
        <Menu
          align="end"
          entries={[
            {
              kind: 'choice',
              value: view.sort,
              options: projectSorts.map((value) => ({ value, label: projectStrings.sorts[value] })),
              onValueChange: chooseSort,
            },
          ]}
        >
          <Button tone="quiet" size="small" icon={ArrowDownWideNarrow}>
            <VisuallyHidden>{projectStrings.sort}: </VisuallyHidden>
            <CollapsingWord on="beyondPhones">{projectStrings.sorts[view.sort]}</CollapsingWord>
          </Button>
        </Menu>
      </div>
      <SegmentedControl<ProjectLayout>
        label={projectStrings.layout}
        value={layout}
        onValueChange={projectLayout.set}
        segments={[
          { value: 'grid', label: projectStrings.layouts.grid, icon: LayoutGrid, iconOnly: true },
          { value: 'list', label: projectStrings.layouts.list, icon: List, iconOnly: true },
        ]}
      />
    </div>
  )
}
