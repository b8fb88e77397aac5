import type { ExportFile } from '../../database/user-data/user-data';

const WIDTH = 100;

const INTRODUCTION =
  'This archive holds everything that Playledger keeps of you. Files that end in .jsonl hold one record a line, as JSON ' +
  'in UTF-8; all times are in UTC. What is stored encrypted, such as the access to your account at the music platform, ' +
  'is not in it; your email address is. Cover pictures are given by their addresses on the platform’s servers.';

/** Explains the files of an archive to whoever opens it. */
export function readme(files: readonly Pick<ExportFile, 'name' | 'about'>[]): string {
  const names = new Map<string, string[]>();
  for (const { name, about } of files) names.set(about, [...(names.get(about) ?? []), name]);
  const paragraphs = Array.from(names, ([about, named]) => `${named.join('\n')}\n${wrapped(about, '  ')}`);
  return `${['Your data', wrapped(INTRODUCTION), ...paragraphs].join('\n\n')}\n`;
}

function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line !== indent && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
