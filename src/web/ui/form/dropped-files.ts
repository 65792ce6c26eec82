const folders = new WeakMap<File, string>()
const handles = new WeakMap<File, Promise<FileSystemFileHandle | null>>()

/** The folder a dropped file came with: of several nested ones the outermost. */
export function folderOf(file: File): string | undefined {
  return folders.get(file)
}

/** What lets a page open a dropped file again after a reload, where the browser gives it. */
export async function handleOf(file: File): Promise<FileSystemFileHandle | undefined> {
  return (await handles.get(file)) ?? undefined
}

/**
 * The files of a drop, those in dropped folders included and hidden ones left out. The browser takes the list back as
 * soon as the event is over, so everything is asked for at once; only folders make it take a moment.
 */
export function droppedFiles(transfer: DataTransfer): readonly File[] | Promise<readonly File[]> {
  const items = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: handleFrom(item) }))
  if (items.length === 0) return [...transfer.files]
  const plain = items.flatMap(({ entry, file, handle }) => {
    if (!file || entry?.isDirectory) return []
    handles.set(file, handle)
    return [file]
  })
  const dropped = items.flatMap(({ entry }) => (isFolder(entry) ? [entry] : []))
  return dropped.length === 0
    ? plain
    : Promise.all(dropped.map((folder) => filesIn(folder, folder.name))).then((inside) => [...plain, ...inside.flat()])
}

/** Chromium's addition to the standard, which its types lack. */
function handleFrom(item: DataTransferItem): Promise<FileSystemFileHandle | null> {
  const get: unknown = Reflect.get(item, 'getAsFileSystemHandle')
  if (typeof get !== 'function') return Promise.resolve(null)
  const asked: unknown = Reflect.apply(get, item, [])
  return Promise.resolve(asked).then(
    (handle) => (handle instanceof FileSystemFileHandle ? handle : null),
    () => null,
  )
}

async function filesIn(folder: FileSystemDirectoryEntry, outermost: string): Promise<readonly File[]> {
  const entries = (await entriesOf(folder)).filter(({ name }) => !name.startsWith('.'))
  const files = await Promise.all(
    entries.map(async (entry) => {
      if (isFolder(entry)) return filesIn(entry, outermost)
      const file = isFile(entry)
        ? await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
        : null
      if (file) folders.set(file, outermost)
      return file ? [file] : []
    }),
  )
  return files.flat()
}

/** A folder is read in pieces of at most a hundred; the empty piece is the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

// The two flags are what tells the kinds apart; the classes are not to be had in every browser.
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
