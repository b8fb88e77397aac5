import { validate } from 'dockerfile-utils';
import { parseDockerfile, type Stage } from './dockerfile';

const REQUIRED = ['ENTRYPOINT', 'CMD', 'HEALTHCHECK', 'VOLUME', 'USER', 'EXPOSE'] as const;

/** What is wrong with a Dockerfile, by its language and by what this project asks of an image, a line each. */
export function dockerfileProblems(text: string): string[] {
  const problems = validate(text).map(({ message, range }) => {
    return `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`;
  });
  try {
    return [...problems, ...imageProblems(parseDockerfile(text))];
  } catch (error) {
    return [...problems, (error as Error).message];
  }
}

function imageProblems(stages: Stage[]): string[] {
  const names = stages.map(({ name }) => name);
  const bases = stages.map(({ base }) => base).filter((base) => !names.includes(base));
  const final = stages.at(-1)?.steps ?? [];
  const users = final.flatMap((step) => (step.keyword === 'USER' ? [step.value] : []));
  return [
    ...bases.filter((base) => !/^node:\d+-\w+-slim$/.test(base)).map((base) => `${base} is pinned to no major version`),
    ...REQUIRED.filter((keyword) => !final.some((step) => step.keyword === keyword)).map(
      (word) => `there is no ${word}`,
    ),
    ...(/^(root|0)(:|$)/.test(users.at(-1) ?? '') ? ['the image runs as root'] : []),
  ];
}
