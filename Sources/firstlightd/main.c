// The program has its `main` in C: in the Embedded build, a target in Swift above Server would
// compile all code that Server uses once more.

int firstlight_daemon(int count, char **words);

int main(int count, char **words) { return firstlight_daemon(count, words); }
