import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import ts from 'typescript';
import { loadSettings, variableName } from '../../src/config/load-settings';
import { Settings } from '../../src/config/settings';

export const SETTINGS_PAGE = join(__dirname, '../../docs/settings.md');
const SOURCE = join(__dirname, '../../src/config/settings.ts');

const INTRODUCTION = `# Settings

<!-- Made of src/config/settings.ts: change it there, then run \`npm run docs:settings\`. -->

Every setting has a default that works. A setting is an environment variable, or a line \`NAME=value\` of the file \`.env\`
in the folder that Playledger is started in; where both have it, the environment's counts. A variable that is empty is
not set. They are read once, at the start; a start with bad values names all of them and ends.
`;

/** Where a section of the page begins: at a property, and for those declared after it. */
const SECTIONS: Record<string, string> = {
  appEnv: 'What runs, and where',
  dataDir: 'Storage and secrets',
  sandboxPort: 'The music platform',
  rateLimitMax: 'Limits',
  updateRepository: 'Upkeep',
  autoLogin: 'Access',
};

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The page of all settings: what may be said, what holds unless something is, and what it means. */
export function settingsPage(): string {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Settings, '', false, false);
  const defaults = defaultsByVariable();
  const sections = describedProperties().map(({ property, meaning }) => {
    const title = SECTIONS[property];
    const variable = variableName(property);
    const fallback = defaults.get(variable);
    const values = valuesOf(rules.filter(({ propertyName }) => propertyName === property));
    return [
      ...(title === undefined ? [] : [`## ${title}`]),
      `### ${variable}`,
      meaning,
      `- Value: ${values}\n- Default: ${fallback === undefined ? 'not set' : `\`${fallback}\``}`,
    ].join('\n\n');
  });
  return `${INTRODUCTION}\n${sections.join('\n\n')}\n`;
}

/** What holds for each setting, by its variable and as .env has it; nothing for those that are not set. */
export function defaultsByVariable(): Map<string, string> {
  const values: [string, unknown][] = Object.entries(loadSettings({}));
  const texts = values.map(([property, value]) => [variableName(property), [value].flat().join(',')] as const);
  return new Map(texts.filter(([, text]) => text !== ''));
}

/** The settings in the order of their declaration, with their doc comments. @throws Error where one has none */
function describedProperties(): { property: string; meaning: string }[] {
  const source = ts.createSourceFile(SOURCE, readFileSync(SOURCE, 'utf8'), ts.ScriptTarget.Latest, true);
  const settings = source.statements.filter(ts.isClassDeclaration).find(({ name }) => name?.text === Settings.name);
  const members: readonly ts.ClassElement[] = settings?.members ?? [];
  return members.filter(ts.isPropertyDeclaration).map((member) => {
    const property = member.name.getText(source);
    const meaning = ts.getJSDocCommentsAndTags(member).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
    if (meaning.length === 0) throw new Error(`Say in a doc comment what ${property} means: the page tells it.`);
    return { property, meaning: meaning.join(' ').replace(/\s+/g, ' ') };
  });
}

/** What a value may be, out of the rules by which it is checked. */
function valuesOf(rules: Rule[]): string {
  const choices = rules.find(({ name }) => name === 'isIn')?.constraints[0] as string[] | undefined;
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  const told = rules.find((rule) => typeof rule.message === 'string');
  const text = ((told?.message as string | undefined) ?? 'text').replace(/^must be /, '');
  return told?.each === true && !text.includes('list') ? `a comma-separated list, each entry ${text}` : text;
}
