export declare const TITLES: Readonly<Record<string, string>>;
export declare function difficultFeed(): string;
export declare function chaptersFile(): string;
export declare function longFeed(): string;
