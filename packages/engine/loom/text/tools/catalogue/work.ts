import { family, type Family } from "../family.ts";

/** Files, databases and code. */
export const work: readonly Family[] = [
  family("query", {
    names: "query_database run_query count_rows query_table db_query",
    slots: {
      table: "table table|collection|name",
      "status?": "status status|state|filter",
      "limit?": "few limit|count|top",
    },
    says: `
      (query|search|read) the {table} table
      (show|list|get) (the |all |)rows (of|in|from) {table}
      (show|get|list) {limit} rows from {table}
      (show|get) the first {limit} rows of {table}
      (show|get|list) {limit} {status} rows from {table}
      (find|get) the rows in {table} where status is {status}
      (find|get) all rows of {table} with status {status}
      how many rows are in {table}?
      what is in the table {table}?
      ~rows of {table}
      select from {table} with limit {limit}
      can you query {table} for status {status}?`,
    gives: "rows=many",
  }),
  family("read file", {
    names: "read_file open_file get_file cat show_file load_file",
    slots: { path: "file path|file|filename|name|file_path" },
    says: `
      (read|open|show|print|load) {path}
      (read|open|show|load) the file {path}
      (show|give|tell) me what's in {path}
      what's in {path}?
      what is in the file {path}?
      what does {path} (say|contain)?
      show (me |)the (content|contents) of {path}
      ~contents of {path}
      ~I want to see {path}
      can you open {path}?
      can you read the file {path}?
      cat {path}`,
    takesLists: true,
    gives: "content=words",
  }),
  family("write file", {
    names: "write_file save_file create_file file_write",
    slots: { path: "file path|file|filename|name", text: "message content|text|data|body" },
    says: `
      write {text} to {path}
      write {text} (into|to) the file {path}
      (save|put|store) {text} (in|into) {path}
      (save|put|store) {text} in the file {path}
      (create|make) the file {path} with (the |)(content|text) {text}
      (create|make) a file {path} containing {text}
      write to {path}: {text}
      ~{path} should say {text}
      ~new file {path}: {text}
      can you write {text} to {path}?`,
  }),
  family("delete file", {
    names: "delete_file remove_file rm file_delete erase_file",
    slots: { path: "file path|file|filename|name" },
    says: `
      (delete|remove|erase) {path}
      (delete|remove|erase) the file {path}
      get rid of {path}
      throw away the file {path}
      ~I don't need {path} any more, delete it
      ~{path} can be deleted
      can you delete {path}?
      can you remove the file {path}?`,
    takesLists: true,
  }),
  family("move file", {
    names: "move_file copy_file rename_file",
    slots: { from: "file from|source|path|src", to: "folder to|destination|target|dest" },
    says: `
      (move|copy|rename) {from} to {to}
      (move|copy|rename) the file {from} to {to}
      (move|copy) {from} into the folder {to}
      put {from} into {to}
      ~{from} belongs in {to}
      can you move {from} to {to}?`,
  }),
  family("list files", {
    names: "list_files ls list_directory list_folder get_files",
    slots: { path: "folder path|folder|directory|dir" },
    says: `
      (list|show) the files in {path}
      (list|show) (all |)files in the {path} folder
      what files are in {path}?
      what's in the folder {path}?
      which files are in the {path} folder?
      ~files in {path}
      ls {path}
      show (me |)the folder {path}
      can you list {path}?`,
    takesLists: true,
  }),
  family("issue", {
    names: "create_issue open_issue new_issue file_issue report_bug add_issue",
    slots: { repo: "service repo|repository|project", title: "title title|summary|name" },
    says: `
      (create|open|file) an issue in {repo}: {title}
      (create|open|file) an issue (called|titled) {title} in {repo}
      (create|open|file) the issue {title} in {repo}
      (add|report) a bug in {repo}: {title}
      report {title} in {repo}
      ~new issue in {repo}: {title}
      ~issue for {repo}: {title}
      can you open an issue in {repo} about {title}?`,
  }),
  family("issue", {
    names: "assign_issue set_assignee assign",
    slots: { issue: "number issue|number|issue_id|id", user: "person user|assignee|to|name" },
    says: `
      assign issue {issue} to {user}
      give issue {issue} to {user}
      give {user} issue {issue}
      ~{user} should take issue {issue}
      set the assignee of issue {issue} to {user}
      let {user} do issue {issue}
      can you assign {issue} to {user}?
      ~issue {issue} is for {user}`,
  }),
  family("commit", {
    names: "git_commit commit commit_changes create_commit",
    slots: { text: "title message|text|title", "branch?": "folder branch|ref" },
    says: `
      commit (the changes |everything |)with (the |)message {text}
      commit with message {text} on branch {branch}
      commit {text} to branch {branch}
      (make|create) a commit: {text}
      (make|create) a commit saying {text}
      ~commit: {text}
      can you commit this as {text}?`,
  }),
  family("branch", {
    names: "create_branch new_branch git_branch make_branch",
    slots: { name: "invented name|branch|branch_name" },
    says: `
      (create|make|add) (a|the) branch {name}
      (create|make) a branch (called|named) {name}
      start a branch {name}
      ~new branch {name}
      ~I need a branch called {name}
      branch off as {name}
      can you create the branch {name}?`,
  }),
  family("code run", {
    names: "run_script execute run run_command execute_script",
    slots: { path: "file script|path|file|command", "times?": "few times|count|repeat" },
    says: `
      (run|execute|start) {path}
      (run|execute|start) the script {path}
      run {path} {times} times
      execute the script {path} {times} times
      can you run {path}?
      ~I want to run {path}
      launch the script {path}`,
  }),
];
