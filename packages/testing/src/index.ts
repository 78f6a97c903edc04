export { ScriptedEngine } from './scripted-engine.ts';
